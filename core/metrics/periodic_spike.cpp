#include "core/metrics/periodic_spike.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/metrics/percentiles.h"

namespace jitterscope {
namespace {

constexpr double kWeakest = 0.25;
constexpr std::size_t kFewestSpikes = 3;

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
  std::vector<double> marks;  // 1 in the highest slot of each spike, else 0
  double height = 0;          // median of the spikes less the median of all
  std::size_t count = 0;
};

Spikes spikes_of(std::span<const double> highest) {
  std::vector<double> scratch(highest.begin(), highest.end());
  const double median = *percentile_by_selection(scratch, 0.5), top = *std::max_element(highest.begin(), highest.end());
  std::transform(highest.begin(), highest.end(), scratch.begin(), [&](double x) { return std::abs(x - median); });
  const double threshold = median + std::max((top - median) / 2, 5 * *percentile_by_selection(scratch, 0.5));
  Spikes spikes;
  spikes.marks.resize(highest.size());
  std::vector<double> heights;
  for (std::size_t i = 0; i < highest.size(); ++i) {
    if (highest[i] <= threshold) continue;
    std::size_t peak = i;
    for (; i < highest.size() && highest[i] > threshold; ++i) {
      if (highest[i] > highest[peak]) peak = i;
    }
    spikes.marks[peak] = 1;
    heights.push_back(highest[peak] - median);
  }
  spikes.count = heights.size();
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
  if (highest.size() < 2 * kFewestSpikes) return std::nullopt;
  const Spikes spikes = spikes_of(highest);
  if (spikes.count < kFewestSpikes) return std::nullopt;
  // A spike that wanders by a slot still counts: each mark is spread over its neighbours.
  std::vector<double> marks(spikes.marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    marks[i] = spikes.marks[i] + (i > 0 ? spikes.marks[i - 1] / 2 : 0) + (i + 1 < marks.size() ? spikes.marks[i + 1] / 2 : 0);
  }
  const std::vector<double> r = autocorrelation(marks, highest.size() / 2);
  if (r.empty()) return std::nullopt;
  constexpr std::size_t kShortest = 3;  // slots: nearer, a mark meets itself
  std::size_t best = 0;
  for (std::size_t lag = kShortest; lag + 1 < r.size(); ++lag) {
    const bool peak = r[lag] >= r[lag - 1] && r[lag] >= r[lag + 1] && r[lag] > kWeakest;
    if (peak && (best == 0 || r[lag] > r[best])) best = lag;
  }
  if (best == 0) return std::nullopt;
  const double before = std::max(r[best - 1], 0.0), after = std::max(r[best + 1], 0.0);
  const double lag = static_cast<double>(best) + (after - before) / (before + r[best] + after);
  return PeriodicSpike{lag * slot_s, r[best], spikes.height};
}

}  // namespace jitterscope
