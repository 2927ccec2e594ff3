#pragma once
// How a figure of both halves of a demonstration differs: the one rule of the table and of the sentence above it.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/stats/interval95.h"

namespace jitterscope {

inline constexpr auto kMayBeChance = "may be chance: the intervals overlap";

/// Both 95 % intervals are known and overlap.
inline bool may_be_chance(const std::optional<Interval95>& before, const std::optional<Interval95>& after) {
  return before && after && before->low <= after->high && after->low <= before->high;
}

/// Of a figure that is told as so many times another, above 0: within 5 %.
inline bool is_alike_by_ratio(double before, double after) {
  return std::max(before, after) < 1.05 * std::min(before, after);
}

/// Of a delay that is told as so much longer: within 2 % of the longer one.
inline bool is_alike_by_length(double before, double after) {
  return std::abs(after - before) < 0.02 * std::max(before, after);
}

}  // namespace jitterscope
