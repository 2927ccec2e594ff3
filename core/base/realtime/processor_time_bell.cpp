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
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGVTALRM);
  if (pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0) return;
  own_ = OwnedDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGVTALRM;
  event.sigev_notify_thread_id = gettid();
  timer_t timer{};
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) timer_ = timer;
}

ProcessorTimeBell::~ProcessorTimeBell() {
  if (timer_) timer_delete(*timer_);
}

void ProcessorTimeBell::ring_after(std::optional<Duration> used) {
  if (!works()) return;
  signalfd_siginfo rung{};
  while (read(descriptor(), &rung, sizeof rung) > 0) {}
  itimerspec next{};
  if (used) next.it_value = {used->ns() / 1'000'000'000, used->ns() % 1'000'000'000};
  timer_settime(*timer_, 0, &next, nullptr);
}

}  // namespace jitterscope
