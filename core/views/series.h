#pragma once
// One sample of a drawn series: seconds since the call began, value in the series' unit; NaN = no value from there to
// the next.

namespace jitterscope {

struct SeriesPoint {
  double at_s = 0;
  double value = 0;
};

}  // namespace jitterscope
