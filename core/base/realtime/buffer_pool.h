#pragma once
// Objects made once and used again and again, so that media threads never allocate: the owner takes an empty one, fills
// it and submits it; the borrower receives it and gives it back.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/realtime/spsc_ring.h"

namespace jitterscope {

/// `size` objects of T go round: free → owner → ready → borrower → free. One owner thread, one borrower thread; neither
/// ever waits for the other (receive_wait only for a submission). The pool outlives both.
template <typename T>
class BufferPool {
 public:
  /// `size` default-made objects; T need not be copyable.
  BufferPool(const std::string& name, std::size_t size) : BufferPool(name, size, [](T&) {}) {}
  /// As above, each shaped by `prepare(T&)`, e.g. to size its vectors.
  template <typename Prepare>
  BufferPool(const std::string& name, std::size_t size, Prepare&& prepare)
      : objects_(size), free_(name + ".free", size), ready_(name, size) {
    for (T& object : objects_) {
      prepare(object);
      free_.push(&object);
    }
  }
  BufferPool(const BufferPool&) = delete;
  BufferPool& operator=(const BufferPool&) = delete;

  /// Owner thread. nullptr (and one more counted `exhausted`) when the borrower holds them all. At most one object is
  /// taken at a time: submit or put_aside it before the next.
  T* take() {
    if (spare_) return std::exchange(spare_, nullptr);
    T* object = nullptr;
    if (free_.pop(object)) return object;
    exhausted_.fetch_add(1, std::memory_order_relaxed);
    return nullptr;
  }
  /// Owner thread: hands a filled object to the borrower and wakes it.
  void submit(T* object) { ready_.push_wake(object); }
  /// Owner thread: keeps an object that was taken and not needed for the next take().
  void put_aside(T* object) { spare_ = object; }

  /// Borrower thread. nullptr when nothing was submitted. Several may be held at once.
  T* receive() {
    T* object = nullptr;
    return ready_.pop(object) ? object : nullptr;
  }
  /// Borrower thread: as receive, waiting at most `timeout`.
  T* receive_wait(std::chrono::nanoseconds timeout) {
    T* object = nullptr;
    return ready_.pop_wait(object, timeout) ? object : nullptr;
  }
  /// Any thread: the borrower's receive_wait, or its next one, ends early.
  void wake() { ready_.wake(); }
  /// Borrower thread.
  void give_back(T* object) { free_.push(object); }

  /// Any thread.
  std::int64_t exhausted() const { return exhausted_.load(std::memory_order_relaxed); }
  /// Any thread, roughly: submitted and not received yet.
  std::size_t waiting() const { return ready_.size_approx(); }
  std::size_t size() const { return objects_.size(); }
  const std::string& name() const { return ready_.name(); }

 private:
  std::vector<T> objects_;
  SpscRing<T*> free_, ready_;
  T* spare_ = nullptr;
  std::atomic<std::int64_t> exhausted_{0};
};

}  // namespace jitterscope
