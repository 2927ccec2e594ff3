#include "core/base/realtime/processor_time_bell.h"

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid  // glibc has the kernel's field, but not its name
#endif

namespace jitterscope {

ProcessorTimeBell::ProcessorTimeBell() {
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGVTALRM);
  if (pthread_sigmask(SIG_BLOCK, &own, nullptr) != 0) return;
  descriptor_ = signalfd(-1, &own, SFD_CLOEXEC | SFD_NONBLOCK);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGVTALRM;
  event.sigev_notify_thread_id = gettid();
  timer_t timer{};
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) timer_ = timer;
}

ProcessorTimeBell::~ProcessorTimeBell() {
  if (timer_) timer_delete(*timer_);
  if (descriptor_ >= 0) close(descriptor_);
}

void ProcessorTimeBell::ring_after(std::optional<Duration> used) {
  if (!works()) return;
  signalfd_siginfo rung{};
  while (read(descriptor_, &rung, sizeof rung) > 0) {}
  itimerspec next{};
  if (used) next.it_value = {used->ns() / 1'000'000'000, used->ns() % 1'000'000'000};
  timer_settime(*timer_, 0, &next, nullptr);
}

}  // namespace jitterscope
