#include "ui/plots/series_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/measures/views/stream_snapshot.h"
#include "core/measures/views/trend_stretch.h"

namespace jitterscope {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastGap_s = 1.5, kTimesUsual = 4;
constexpr std::size_t kNeighbours = 3;

bool is_nothing(const SeriesPoint& point) {
  return std::isnan(point.value);
}
bool is_nothing(const EnvelopeSlot& slot) {
  return std::isnan(slot.min);
}

/// `nothing(at_s)` makes the entry that breaks the line.
template <typename Entry, typename Nothing>
std::vector<Entry> with_gaps(const std::vector<Entry>& entries, Nothing nothing) {
  std::vector<Entry> broken;
  broken.reserve(entries.size());
  const auto step = [&](std::size_t to) { return entries[to].at_s - entries[to - 1].at_s; };
  // The middle one of up to three steps on either side: one of them may be a gap too, or of a finer part.
  const auto middle = [&](std::size_t from, std::size_t to) {
    const double a = step(from), b = to - from > 1 ? step(from + 1) : a,
                 c = to - from > 2 ? step(from + 2) : std::min(a, b);
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool before = i > 1, after = i > 0 && i + 1 < entries.size();
    const double usual_s = std::max(before ? middle(i > kNeighbours ? i - kNeighbours : 1, i) : 0,
                                    after ? middle(i + 1, std::min(i + 1 + kNeighbours, entries.size())) : 0);
    const bool broken_already = i > 0 && (is_nothing(entries[i]) || is_nothing(entries[i - 1]));
    if ((before || after) && !broken_already && step(i) > std::max(kLeastGap_s, kTimesUsual * usual_s))
      broken.push_back(nothing(entries[i].at_s - step(i) / 2));
    broken.push_back(entries[i]);
  }
  return broken;
}

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
  std::vector<EnvelopeSlot> band;
  std::size_t l = 0, h = 0;
  double bottom = kNoValue, top = kNoValue;
  while (l < low.size() || h < high.size()) {
    const bool from_low = h == high.size() || (l < low.size() && low[l].at_s <= high[h].at_s);
    const double at = from_low ? low[l].at_s : high[h].at_s;
    (from_low ? bottom : top) = from_low ? low[l++].value : high[h++].value;
    const bool both = std::isfinite(bottom) && std::isfinite(top);
    const EnvelopeSlot slot{at, both ? bottom : kNoValue, both ? top : kNoValue};
    if (!band.empty() && band.back().at_s == at)
      band.back() = slot;
    else
      band.push_back(slot);
  }
  return band;
}

std::vector<SeriesPoint> broken_at_gaps(const std::vector<SeriesPoint>& points) {
  return with_gaps(points, [](double at_s) { return SeriesPoint{at_s, kNoValue}; });
}

void break_at_gaps(std::vector<EnvelopeSlot>& slots_drawn) {
  slots_drawn = with_gaps(slots_drawn, [](double at_s) { return EnvelopeSlot{at_s, kNoValue, kNoValue}; });
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
