#pragma once
// Numbers that are missing at the edge of a span of time: nobody knows when they should have come.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// A packet by its number and when it came, or should have: before all that have higher numbers.
struct NumberAt {
  std::int64_t sequence = 0;
  Timestamp at;
};

/// Of the numbers strictly between two neighbours, how many should have come at or after `at`: their even share.
inline std::int64_t missing_from(const NumberAt& before, const NumberAt& after, Timestamp at) {
  const std::int64_t missing = after.sequence - before.sequence - 1;
  const double gap = (after.at - before.at).ms();
  if (missing <= 0 || !(gap > 0)) return 0;
  const double share = std::clamp((after.at - at).ms() / gap, 0.0, 1.0);
  return std::llround(share * static_cast<double>(missing));
}

}  // namespace jitterscope
