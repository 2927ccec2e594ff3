#pragma once

namespace jitterscope {

/// A 95 % interval; low <= high.
struct Interval95 {
  double low = 0, high = 0;
};
/// Chance may have made what differs.
inline bool overlap(const Interval95& a, const Interval95& b) {
  return a.low <= b.high && b.low <= a.high;
}

}  // namespace jitterscope
