#pragma once
// The newest value for one reader, older ones are forgotten: three slots, one atomic index, neither side ever waits.
// One writer thread, one reader thread. The writer fills back() in place and publishes; the reader calls update() and
// reads front() until its next update(). It looks when it likes, or sleeps until a bell is rung.
#include <array>
#include <atomic>
#include <cstdint>

#include "core/base/realtime/descriptor_bell.h"

namespace jitterscope {

template <typename T>
class LatestValue {
 public:
  T& back() { return slots_[back_]; }
  void publish() {
    // release: the slot's content is visible before its index is. acquire: the slot taken back was fully read.
    const std::uint8_t old = middle_.exchange(static_cast<std::uint8_t>(back_ | kFresh), std::memory_order_acq_rel);
    back_ = old & kIndex;
    if (bell_) bell_->ring();
  }
  /// Before the writer's first publish(): each one rings this bell, which outlives it.
  void ring_at(DescriptorBell& bell) { bell_ = &bell; }
  /// Both at once.
  void put(const T& value) {
    back() = value;
    publish();
  }
  /// True when front() changed.
  bool update() {
    if (!(middle_.load(std::memory_order_relaxed) & kFresh)) return false;
    const std::uint8_t old = middle_.exchange(front_, std::memory_order_acq_rel);
    front_ = old & kIndex;
    return true;
  }
  T& front() { return slots_[front_]; }

 private:
  static constexpr std::uint8_t kFresh = 4, kIndex = 3;
  std::array<T, 3> slots_{};
  DescriptorBell* bell_ = nullptr;
  std::uint8_t back_ = 0, front_ = 1;
  std::atomic<std::uint8_t> middle_{2};
};

}  // namespace jitterscope
