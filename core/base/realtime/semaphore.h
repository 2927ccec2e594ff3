#pragma once
// A counting semaphore whose waits with a time limit really sleep until the wake-up call. std::counting_semaphore of
// libstdc++ 12 polls in such a wait, with pauses of half the time waited so far: it costs and comes milliseconds late.
#include <semaphore.h>

#include <cerrno>
#include <chrono>
#include <ctime>

namespace jitterscope {

class Semaphore {
 public:
  Semaphore() { sem_init(&semaphore_, 0, 0); }
  ~Semaphore() { sem_destroy(&semaphore_); }
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  /// Any thread, never blocks; a system call only when somebody waits.
  void release() { sem_post(&semaphore_); }
  bool try_acquire() { return sem_trywait(&semaphore_) == 0; }
  /// False when `end` came first.
  bool try_acquire_until(std::chrono::steady_clock::time_point end) {
    const auto since_start = end.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_start);
    const timespec until{seconds.count(), std::chrono::nanoseconds(since_start - seconds).count()};
    int status = 0;
    while ((status = sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &until)) != 0 && errno == EINTR) {}
    return status == 0;
  }

 private:
  sem_t semaphore_;
};

}  // namespace jitterscope
