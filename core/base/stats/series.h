#pragma once
// Samples of a drawn series. at_s: seconds since the call began.
#include <numeric>
#include <optional>
#include <span>

namespace jitterscope {

/// value in the series' unit; NaN = no value from there to the next.
struct SeriesPoint {
  double at_s = 0;
  double value = 0;
};

/// Of the values, none of which is NaN; absent: there is none.
inline std::optional<double> mean_value(std::span<const SeriesPoint> points) {
  if (points.empty()) return std::nullopt;
  const double sum = std::accumulate(points.begin(), points.end(), 0.0,
                                     [](double so_far, const SeriesPoint& point) { return so_far + point.value; });
  return sum / static_cast<double>(points.size());
}

/// A long series thinned to min/max per time slot (at most a few thousand slots).
struct EnvelopeSlot {
  double at_s = 0;
  double min = 0, max = 0;
};

}  // namespace jitterscope
