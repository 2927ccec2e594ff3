#pragma once
// What the trend of delays was over a part of a call.

namespace jitterscope {

/// A stretch with one verdict.
struct TrendStretch {
  double begin_s = 0, end_s = 0;
  double verdict = 0;  // 1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous
};

}  // namespace jitterscope
