#include "ui/plots/series_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jitterscope {
namespace {

/// Short stretches beside each other.
struct Slivers {
  double begin_s = 0, end_s = 0;
  std::array<double, 5> seconds{};  // of the verdicts -1, -0.5 ... 1

  bool empty() const { return end_s <= begin_s; }
  void add(const TrendStretch& stretch) {
    if (empty()) begin_s = stretch.begin_s;
    end_s = stretch.end_s;
    const auto verdict = std::clamp(std::lround(2 * stretch.verdict), -2L, 2L);
    seconds[static_cast<std::size_t>(verdict + 2)] += stretch.end_s - stretch.begin_s;
  }
  TrendStretch together() const {
    const auto longest = std::max_element(seconds.begin(), seconds.end()) - seconds.begin();
    return {begin_s, end_s, 0.5 * static_cast<double>(longest) - 1};
  }
};

}  // namespace

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

std::vector<TrendStretch> without_slivers(const std::vector<TrendStretch>& stretches, double least_s) {
  std::vector<TrendStretch> kept;
  Slivers slivers;
  const auto keep = [&](const TrendStretch& stretch) {
    const bool goes_on =
        !kept.empty() && kept.back().verdict == stretch.verdict && stretch.begin_s - kept.back().end_s < least_s;
    if (goes_on)
      kept.back().end_s = stretch.end_s;
    else
      kept.push_back(stretch);
  };
  const auto keep_slivers = [&] {
    if (!slivers.empty()) keep(slivers.together());
    slivers = {};
  };
  for (const auto& stretch : stretches) {
    const bool is_short = stretch.end_s - stretch.begin_s < least_s;
    if (!is_short || stretch.begin_s - slivers.end_s >= least_s) keep_slivers();
    if (!is_short) {
      keep(stretch);
      continue;
    }
    slivers.add(stretch);
    if (slivers.end_s - slivers.begin_s >= least_s) keep_slivers();
  }
  keep_slivers();
  return kept;
}

}  // namespace jitterscope
