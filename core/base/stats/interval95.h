#pragma once

namespace jitterscope {

/// A 95 % interval; low <= high.
struct Interval95 {
  double low = 0, high = 0;
};

}  // namespace jitterscope
