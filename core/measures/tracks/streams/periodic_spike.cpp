#include "core/measures/tracks/streams/periodic_spike.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

constexpr double kRegularShare = 0.75;
constexpr std::size_t kFewestSpikes = 4;

/// Σ a_i b_i, in four parts that the processor adds side by side.
double product(std::span<const double> a, std::span<const double> b) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= a.size(); i += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

struct Spikes {
  std::vector<double> at;  // slot of the highest value of each, ascending
  double height = 0;       // median of the spikes less the median of all
};

Spikes spikes_of(std::span<const double> highest) {
  std::vector<double> scratch(highest.begin(), highest.end());
  const double median = *percentile_by_selection(scratch, 0.5), top = *std::max_element(highest.begin(), highest.end());
  std::transform(highest.begin(), highest.end(), scratch.begin(), [&](double x) { return std::abs(x - median); });
  const double threshold = median + std::max((top - median) / 2, 5 * *percentile_by_selection(scratch, 0.5));
  Spikes spikes;
  std::vector<double> heights;
  for (std::size_t i = 0; i < highest.size(); ++i) {
    if (highest[i] <= threshold) continue;
    std::size_t peak = i;
    for (; i < highest.size() && highest[i] > threshold; ++i) {
      if (highest[i] > highest[peak]) peak = i;
    }
    spikes.at.push_back(static_cast<double>(peak));
    heights.push_back(highest[peak] - median);
  }
  spikes.height = percentile_by_selection(heights, 0.5).value_or(0);
  return spikes;
}

}  // namespace

std::vector<double> autocorrelation(std::span<const double> values, std::size_t most_lag) {
  if (values.size() < 2) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) return {};
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  std::vector<double> centred(values.begin(), values.end());
  for (double& value : centred) {
    value -= mean;
    squares += value * value;
  }
  std::vector<double> result;
  const std::span<const double> all = centred;
  for (std::size_t lag = 0; lag <= std::min(most_lag, all.size() - 1); ++lag) {
    const double products = product(all.subspan(lag), all.first(all.size() - lag));
    result.push_back(std::clamp(products / squares, -1.0, 1.0));
  }
  return result;
}

std::optional<PeriodicSpike> find_periodic_spike(std::span<const double> highest, double slot_s) {
  if (highest.size() < kFewestSpikes) return std::nullopt;
  const Spikes spikes = spikes_of(highest);
  if (spikes.at.size() < kFewestSpikes) return std::nullopt;
  std::vector<double> spacings;
  for (std::size_t i = 1; i < spikes.at.size(); ++i) spacings.push_back(spikes.at[i] - spikes.at[i - 1]);
  const double middle = *percentile_by_selection(spacings, 0.5), tolerance = std::max(2.0, 0.1 * middle);
  double sum = 0, regular = 0;
  for (const double spacing : spacings) {
    if (std::abs(spacing - middle) <= tolerance) sum += spacing, ++regular;
  }
  if (middle <= 2 * tolerance || regular < kRegularShare * static_cast<double>(spacings.size())) return std::nullopt;
  const auto from = static_cast<std::size_t>(middle - tolerance), to = static_cast<std::size_t>(middle + tolerance);
  const std::vector<double> r = autocorrelation(highest, to);
  if (r.size() <= from) return std::nullopt;
  const double strength = *std::max_element(r.begin() + static_cast<std::ptrdiff_t>(from), r.end());
  if (strength <= 0) return std::nullopt;
  return PeriodicSpike{sum / regular * slot_s, strength, spikes.height};
}

}  // namespace jitterscope
