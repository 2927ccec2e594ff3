#pragma once
// One writer thread, one reader thread, fixed capacity, no allocation after construction. A full ring drops the new
// entry and counts it. Wraps moodycamel::ReaderWriterQueue; the semaphore lets the reader sleep without the writer ever
// waiting for it.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <semaphore>
#include <string>
#include <utility>

#include <readerwriterqueue/readerwriterqueue.h>

namespace jitterscope {

template <typename T>
class SpscRing {
 public:
  SpscRing(std::string name, std::size_t capacity) : name_(std::move(name)), queue_(capacity) {}

  /// Writer thread. Never blocks, never allocates. False (and one more counted drop) when full.
  bool push(T value) {
    if (queue_.try_enqueue(std::move(value))) return true;
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  /// As push, and wakes a reader that waits in pop_wait.
  bool push_wake(T value) {
    if (!push(std::move(value))) return false;
    available_.release();
    return true;
  }
  /// Reader thread. False when empty.
  bool pop(T& value) {
    if (!queue_.try_dequeue(value)) return false;
    (void)available_.try_acquire();  // its wake-up call is not needed any more
    return true;
  }
  /// Reader thread: waits at most `timeout` for an entry of push_wake.
  bool pop_wait(T& value, std::chrono::milliseconds timeout) {
    if (pop(value)) return true;
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (available_.try_acquire_until(end))
      if (queue_.try_dequeue(value)) return true;  // else the call was for an entry that pop() had seen before it
    return false;
  }
  std::int64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }
  std::size_t size_approx() const { return queue_.size_approx(); }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  moodycamel::ReaderWriterQueue<T> queue_;
  std::counting_semaphore<> available_{0};
  std::atomic<std::int64_t> dropped_{0};
};

}  // namespace jitterscope
