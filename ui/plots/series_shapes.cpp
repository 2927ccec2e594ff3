#include "ui/plots/series_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitterscope {

std::vector<EnvelopeSlot> band_between(const std::vector<SeriesPoint>& low, const std::vector<SeriesPoint>& high) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<EnvelopeSlot> band;
  std::size_t l = 0, h = 0;
  double bottom = kNone, top = kNone;
  while (l < low.size() || h < high.size()) {
    const bool from_low = h == high.size() || (l < low.size() && low[l].at_s <= high[h].at_s);
    const double at = from_low ? low[l].at_s : high[h].at_s;
    (from_low ? bottom : top) = from_low ? low[l++].value : high[h++].value;
    const bool both = std::isfinite(bottom) && std::isfinite(top);
    const EnvelopeSlot slot{at, both ? bottom : kNone, both ? top : kNone};
    if (!band.empty() && band.back().at_s == at)
      band.back() = slot;
    else
      band.push_back(slot);
  }
  return band;
}

std::vector<SeriesPoint> broken_at_gaps(const std::vector<SeriesPoint>& points) {
  constexpr double kLeastGap_s = 1.5, kTimesUsual = 4;
  std::vector<SeriesPoint> broken;
  double usual_s = 0;
  for (const auto& point : points) {
    const double since_s = broken.empty() ? 0 : point.at_s - broken.back().at_s;
    if (since_s > std::max(kLeastGap_s, kTimesUsual * usual_s))
      broken.push_back({point.at_s - since_s / 2, std::numeric_limits<double>::quiet_NaN()});
    else
      usual_s = since_s;
    broken.push_back(point);
  }
  return broken;
}

}  // namespace jitterscope
