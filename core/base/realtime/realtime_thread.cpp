#include "core/base/realtime/realtime_thread.h"

#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <future>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"

namespace jitterscope {
namespace {

constexpr std::size_t kStackTouched = 256 * 1024;

/// Threads made during its life start with the finest timer slack, and fall back to it when they leave a real-time
/// class (the kernel then restores the slack a thread was born with).
class FinestSlackForNewThreads {
 public:
  FinestSlackForNewThreads() { set_finest_timer_slack(); }
  ~FinestSlackForNewThreads() { prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(before_)); }
  FinestSlackForNewThreads(const FinestSlackForNewThreads&) = delete;
  FinestSlackForNewThreads& operator=(const FinestSlackForNewThreads&) = delete;

 private:
  const int before_ = prctl(PR_GET_TIMERSLACK);
};

/// Faults the stack in, so that no page fault stops the thread later.
__attribute__((noinline)) void touch_stack() {
  volatile char stack[kStackTouched];
  for (std::size_t i = 0; i < kStackTouched; i += 4096) stack[i] = 0;
  (void)stack[0];
}

}  // namespace

RealtimeThread::RealtimeThread(ThreadRole role, PrioritySetting priority, Body body)
    : role_(role), requested_(priority) {
  const FinestSlackForNewThreads slack;
  std::promise<void> started;
  const auto ready = started.get_future();
  thread_ = std::jthread([this, started = std::move(started), body = std::move(body)](std::stop_token stop) mutable {
    set_up();
    started.set_value();
    body(std::move(stop));
    const std::lock_guard lock(mutex_);
    ended_ = true;
  });
  ready.wait();
}

RealtimeThread::~RealtimeThread() {
  join();
}

void RealtimeThread::set_up() {
  pthread_setname_np(pthread_self(), std::string(to_string(role_)).substr(0, 15).c_str());
  touch_stack();
  const std::lock_guard lock(mutex_);
  tid_ = gettid();
  reason_ = apply_priority(requested_, role_, tid_).reason;
}

ThreadState RealtimeThread::status() const {
  const std::lock_guard lock(mutex_);
  ThreadState state{role_, requested_, "ended", reason_, tid_};
  if (ended_) return state;
  if (const auto effective = effective_priority(tid_)) state.effective = effective->to_string();
  return state;
}

bool RealtimeThread::run_on(std::optional<int> processor) {
  const std::lock_guard lock(mutex_);
  return !ended_ && jitterscope::run_on(tid_, processor);
}

void RealtimeThread::join() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace jitterscope
