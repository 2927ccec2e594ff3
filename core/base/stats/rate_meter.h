#pragma once
// Amounts per second lately, as steady as what is measured.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// A mean over the whole slots of 50 ms of the last 2 s before the one `now` falls in, the middle ones weighing most:
/// the mean of all stretches of one second in them, so that a frame more or less at an end does not show. Over what has
/// passed since the first amount until that is 2 s, but never less than 1 s. Any thread's clock, one clock.
class RateMeter {
 public:
  void add(Timestamp at, double amount) {
    Slot& slot = slot_of(index(at));
    if (!began_) began_ = index(at);
    if (slot.index > index(at)) return;  // too old to matter
    if (slot.index < index(at)) slot = {index(at), 0};
    slot.amount += amount;
  }
  double per_second(Timestamp now) const {
    if (!began_) return 0;
    const std::int64_t length = std::clamp(index(now) - *began_, kSlotsPerSecond, kLength);
    double sum = 0, weights = 0;
    for (std::int64_t age = 1; age <= length; ++age) {
      const auto weight = static_cast<double>(std::min(age, length + 1 - age));
      weights += weight;
      const Slot& slot = slots_[static_cast<std::size_t>(index(now) - age) % slots_.size()];
      if (slot.index == index(now) - age) sum += weight * slot.amount;
    }
    return weights > 0 ? sum / weights * kSlotsPerSecond : 0;
  }

 private:
  static constexpr std::int64_t kSlotsPerSecond = 20, kLength = 2 * kSlotsPerSecond,
                                kSlotNs = 1'000'000'000 / kSlotsPerSecond;
  struct Slot {
    std::int64_t index = INT64_MIN / 2;
    double amount = 0;
  };
  static std::int64_t index(Timestamp at) { return at.ns() / kSlotNs; }
  Slot& slot_of(std::int64_t index) { return slots_[static_cast<std::size_t>(index) % slots_.size()]; }

  std::array<Slot, 64> slots_;
  std::optional<std::int64_t> began_;  // slot of the first amount
};

}  // namespace jitterscope
