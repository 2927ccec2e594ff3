#include "core/base/realtime/rttime_guard.h"

#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>

#include "core/base/realtime/kernel_priority.h"
#include "core/base/realtime/task_list.h"
#include "core/base/scheduling/thread_role.h"

namespace jitterscope {
namespace {

std::atomic<rlim_t> soft_us{RLIM_INFINITY};
static_assert(std::atomic<rlim_t>::is_always_lock_free);

void set_soft_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return;
  limit.rlim_cur = std::min(soft_us.load(), limit.rlim_max);
  setrlimit(RLIMIT_RTTIME, &limit);
}

/// On whatever thread the kernel chose, most likely the runaway itself.
void take_all_classes(int) {
  const int before = errno;
  char scratch[2048];
  const TaskList tasks;
  tasks.each(scratch, [&](pid_t tid) {
    kernel::Attributes attributes;
    if (!kernel::get(tid, attributes) || !attributes.fifo_or_rr()) return;
    char name[16];
    tasks.name(tid, name);
    if (name != to_string(ThreadRole::kWatchdog)) kernel::take_class(tid);
  });
  set_soft_limit();  // the kernel has raised it by a second
  errno = before;
}

void install_handler() {
  struct sigaction current {};
  if (sigaction(SIGXCPU, nullptr, &current) != 0 || current.sa_handler != SIG_DFL) return;
  struct sigaction action {};
  action.sa_handler = take_all_classes;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(SIGXCPU, &action, nullptr);
}

}  // namespace

void guard_real_time(Duration hardest) {
  static std::mutex mutex;
  static rlim_t hard_us = RLIM_INFINITY;
  const std::lock_guard lock(mutex);
  const auto wanted_us = static_cast<rlim_t>(hardest.ns() / 1000);
  if (wanted_us >= hard_us) return;
  install_handler();
  rlimit limit{};
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return;
  hard_us = std::min(limit.rlim_max, wanted_us);
  soft_us = std::min(limit.rlim_cur, hard_us / 4 * 3);
  limit = {soft_us, hard_us};
  setrlimit(RLIMIT_RTTIME, &limit);
}

}  // namespace jitterscope
