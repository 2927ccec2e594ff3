#include "core/measures/offline/level_counts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measures/definitions/compensation.h"

namespace jitterscope {
namespace {

constexpr std::size_t kLevels = 96, kSample = 20'000;

/// Those that leave shares from nothing to all, small shares closer together.
std::vector<double> levels_of(std::span<const double> values, std::span<const double> more) {
  const std::size_t stride = (values.size() + kSample - 1) / kSample;
  std::vector<double> sample;
  for (std::size_t i = 0; i < values.size(); i += stride) sample.push_back(values[i]);
  std::ranges::sort(sample);
  std::vector<double> levels(more.begin(), more.end());
  levels.push_back(*std::ranges::min_element(values));
  for (std::size_t k = 0; k < kLevels; ++k) {
    const double above = std::pow(static_cast<double>(k) / kLevels, 2);
    levels.push_back(sample[static_cast<std::size_t>((1 - above) * static_cast<double>(sample.size() - 1))]);
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

}  // namespace

LevelCounts::LevelCounts(std::span<const double> values, std::span<const double> more)
    : levels_(levels_of(values, more)), sums_(values.size(), levels_.size() + 1) {
  for (std::size_t i = 0; i < values.size(); ++i)
    sums_.add(i, static_cast<std::size_t>(std::ranges::lower_bound(levels_, values[i]) - levels_.begin()));
  sums_.add_up();
}

double LevelCounts::percentile(std::span<const double> counts, double p) const {
  const double wanted = p * std::accumulate(counts.begin(), counts.end(), 0.0);
  double below = counts[0];
  for (std::size_t k = 1; k < levels_.size(); ++k) {
    if (counts[k] > 0 && below + counts[k] >= wanted)
      return std::lerp(levels_[k - 1], levels_[k], std::max(wanted - below, 0.0) / counts[k]);
    below += counts[k];
  }
  return levels_.back();
}

double LevelCounts::minimum(std::span<const double> counts) const {
  const auto first = std::ranges::find_if(counts, [](double count) { return count > 0; }) - counts.begin();
  return levels_[std::min(static_cast<std::size_t>(first), levels_.size() - 1)];
}

double LevelCounts::optimum(std::span<const double> counts, double reference) const {
  const double units = std::accumulate(counts.begin(), counts.end(), 0.0);
  double later = units, best = 0, least = INFINITY;
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    later -= counts[k];
    const CurvePoint point{levels_[k] - reference, 100 * later / units};
    if (const double distance = curve_distance(point, CurveScales{}); distance < least)
      least = distance, best = point.buffer_ms;
  }
  return best;
}

}  // namespace jitterscope
