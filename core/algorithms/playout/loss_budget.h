#pragma once
// How many missing numbers of a stream are told one by one: a sender that jumps ahead with every packet could otherwise
// have a thousand of them told for each.
#include <algorithm>
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// A token bucket of kMost, one more each `period` of the packets' arrival time. One stream; no allocation.
class LossBudget {
 public:
  static constexpr std::int64_t kMost = 1000;
  explicit LossBudget(Duration period) : period_(period) {}

  /// False, and nothing taken: more than there are.
  bool take(std::int64_t numbers, Timestamp now) {
    if (numbers <= 0) return true;
    if (numbers > kMost) return false;
    const Timestamp full = std::max(full_, now) + period_ * numbers;
    if (full - now > period_ * kMost) return false;
    full_ = full;
    return true;
  }

 private:
  Duration period_;
  Timestamp full_;  // when the bucket is
};

}  // namespace jitterscope
