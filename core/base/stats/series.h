#pragma once
// Samples of a drawn series. at_s: seconds since the call began.

namespace jitterscope {

/// value in the series' unit; NaN = no value from there to the next.
struct SeriesPoint {
  double at_s = 0;
  double value = 0;
};

/// A long series thinned to min/max per time slot (at most a few thousand slots).
struct EnvelopeSlot {
  double at_s = 0;
  double min = 0, max = 0;
};

}  // namespace jitterscope
