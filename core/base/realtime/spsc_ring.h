#pragma once
// One writer thread, one reader thread, fixed capacity, no allocation after construction. A full ring drops the new
// entry and counts it. The semaphore lets the reader sleep without the writer ever waiting for it.
// Own code because of ThreadSanitizer, which must see every hand-over of the program: moodycamel's queue orders by
// fences, which it cannot follow; boost::lockfree's copies what is only meant to move.
#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// A counting semaphore whose waits with a time limit really sleep until the wake-up call. std::counting_semaphore of
/// libstdc++ 12 polls in such a wait, with pauses of half the time waited so far: it costs and comes milliseconds late.
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

/// T is default-constructible and movable; at least one entry fits.
template <typename T>
class SpscRing {
 public:
  SpscRing(std::string name, std::size_t capacity)
      : name_(std::move(name)), slots_(std::max<std::size_t>(capacity, 1)) {}

  /// Writer thread. Never blocks, never allocates. False (and one more counted drop) when full.
  bool push(T value) {
    const std::uint64_t written = written_.load(std::memory_order_relaxed);  // only this thread writes it
    // acquire: the reader has finished with the slot before it is filled again.
    if (written - read_.load(std::memory_order_acquire) == slots_.size()) {
      dropped_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    slots_[written % slots_.size()] = std::move(value);
    written_.store(written + 1, std::memory_order_release);  // the entry is visible before its number is
    return true;
  }
  /// As push, and wakes a reader that waits in pop_wait.
  bool push_wake(T value) {
    if (!push(std::move(value))) return false;
    available_.release();
    return true;
  }
  /// Reader thread. False when empty.
  bool pop(T& value) {
    if (!fetch(value)) return false;
    (void)available_.try_acquire();  // its wake-up call is not needed any more
    return true;
  }
  /// Reader thread, of a ring whose entries all came by push(): what there is now, in place and in order.
  template <typename Take>
  void take_all(Take&& take) {
    const std::uint64_t end = written_.load(std::memory_order_acquire);
    for (std::uint64_t next = read_.load(std::memory_order_relaxed); next != end; ++next) {
      take(std::as_const(slots_[next % slots_.size()]));
      read_.store(next + 1, std::memory_order_release);  // there is room for one more
    }
  }
  /// Reader thread: waits at most `timeout` for an entry of push_wake.
  bool pop_wait(T& value, std::chrono::nanoseconds timeout) {
    if (pop(value)) return true;
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (available_.try_acquire_until(end)) {
      if (fetch(value)) return true;
      if (woken_.exchange(false, std::memory_order_relaxed)) return false;
      // else the call was for an entry that pop() had seen before it
    }
    return false;
  }
  /// Any thread: the reader's pop_wait, or its next one, ends early. For a reader that shall stop.
  void wake() {
    woken_.store(true, std::memory_order_relaxed);
    available_.release();
  }
  std::int64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }
  /// Any thread.
  std::size_t size_approx() const {
    const std::uint64_t read = read_.load(std::memory_order_acquire);  // first, so that it is never beyond `written`
    return static_cast<std::size_t>(written_.load(std::memory_order_relaxed) - read);
  }
  const std::string& name() const { return name_; }

 private:
  bool fetch(T& value) {
    const std::uint64_t read = read_.load(std::memory_order_relaxed);  // only this thread writes it
    if (written_.load(std::memory_order_acquire) == read) return false;
    value = std::move(slots_[read % slots_.size()]);
    read_.store(read + 1, std::memory_order_release);  // the slot is empty before it is offered again
    return true;
  }

  static constexpr std::size_t kCacheLine = 64;  // apart, so that neither side slows the other
  const std::string name_;
  std::vector<T> slots_;
  Semaphore available_;
  std::atomic<bool> woken_{false};
  alignas(kCacheLine) std::atomic<std::uint64_t> written_{0};
  std::atomic<std::int64_t> dropped_{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> read_{0};
};

}  // namespace jitterscope
