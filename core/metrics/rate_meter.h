#pragma once
// Amounts per second over the last second.
#include <array>
#include <cstdint>

#include "core/units/time.h"

namespace jitterscope {

/// Sums amounts in the 20 whole slots of 50 ms before the one `now` falls in. Any thread's clock, one clock.
class RateMeter {
 public:
  void add(Timestamp at, double amount) {
    Slot& slot = slot_of(index(at));
    if (slot.index > index(at)) return;  // too old to matter
    if (slot.index < index(at)) slot = {index(at), 0};
    slot.amount += amount;
  }
  double per_second(Timestamp now) const {
    double sum = 0;
    for (const Slot& slot : slots_) {
      const std::int64_t age = index(now) - slot.index;
      if (age >= 1 && age <= kSlotsPerSecond) sum += slot.amount;
    }
    return sum;
  }

 private:
  static constexpr std::int64_t kSlotsPerSecond = 20, kSlotNs = 1'000'000'000 / kSlotsPerSecond;
  struct Slot {
    std::int64_t index = INT64_MIN / 2;
    double amount = 0;
  };
  static std::int64_t index(Timestamp at) { return at.ns() / kSlotNs; }
  Slot& slot_of(std::int64_t index) { return slots_[static_cast<std::size_t>(index) % slots_.size()]; }

  std::array<Slot, 32> slots_;
};

}  // namespace jitterscope
