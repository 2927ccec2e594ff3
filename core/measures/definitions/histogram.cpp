#include "core/measures/definitions/histogram.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace jitterscope {
namespace {

constexpr std::int64_t kMostBins = 200;

double edge_ms(const BinCounts& bins, std::int64_t bin) {
  return static_cast<double>(bin) * static_cast<double>(bins.width_ns()) / 1e6;
}

struct Extent {
  std::int64_t low = 0, high = 0;  // first and last bin that is not empty
};

std::optional<Extent> extent_of(const BinCounts& bins) {
  std::optional<Extent> extent;
  bins.for_each([&](std::int64_t bin, std::int64_t) {
    if (!extent) extent = Extent{bin, bin};
    extent->high = bin;
  });
  return extent;
}

/// 1, 2, 5, 10, 20 …: the smallest such that `low` … `high` need no more than the most bins.
std::int64_t round_step(std::int64_t low, std::int64_t high) {
  const auto floor = [](std::int64_t value, std::int64_t step) { return value / step - (value % step < 0 ? 1 : 0); };
  for (std::int64_t decade = 1;; decade *= 10) {
    for (const std::int64_t step : {decade, 2 * decade, 5 * decade}) {
      if (floor(high, step) - floor(low, step) < kMostBins) return step;
    }
  }
}

/// Counts every bin b into `histogram`, whose edges are `edges[i] … edges[i + 1]` in whole bins; the first takes what
/// is below it.
std::vector<HistogramBin> regroup(const BinCounts& bins, const std::vector<std::int64_t>& edges) {
  std::vector<HistogramBin> histogram;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    histogram.push_back({edge_ms(bins, edges[i]), edge_ms(bins, edges[i + 1]), 0});
  std::size_t at = 0;
  bins.for_each([&](std::int64_t bin, std::int64_t count) {
    while (bin >= edges[at + 1]) ++at;
    histogram[at].count += count;
  });
  return histogram;
}

}  // namespace

std::vector<HistogramBin> linear_histogram(const BinCounts& bins) {
  const auto extent = extent_of(bins);
  if (!extent) return {};
  const std::int64_t step = round_step(extent->low, extent->high), rest = extent->low % step;
  std::vector<std::int64_t> edges{extent->low - (rest < 0 ? rest + step : rest)};
  while (edges.back() <= extent->high) edges.push_back(edges.back() + step);
  return regroup(bins, edges);
}

std::vector<HistogramBin> logarithmic_histogram(const BinCounts& bins) {
  const auto extent = extent_of(bins);
  if (!extent) return {};
  constexpr double kStep = 1.1220184543019633;  // 10^(1/20)
  std::vector<std::int64_t> edges{0, 1};
  while (edges.back() <= extent->high && edges.size() < kMostBins) {
    edges.push_back(
        std::max(edges.back() + 1, static_cast<std::int64_t>(std::llround(static_cast<double>(edges.back()) * kStep))));
  }
  if (edges.back() <= extent->high) edges.push_back(extent->high + 1);
  return regroup(bins, edges);
}

std::vector<CurvePoint> cumulative_distribution(const BinCounts& bins, double min_ms, double max_ms) {
  if (bins.count() == 0) return {};
  constexpr double kPercentStep = 0.5;          // 200 corners
  const double wide = (max_ms - min_ms) / 100;  // a gap so wide shows both its ends: 200 corners
  std::vector<CurvePoint> curve{{min_ms, 0}};
  CurvePoint corner = curve.front();
  std::int64_t counted = 0;
  const auto keep = [&] {
    if (corner.buffer_ms > curve.back().buffer_ms || corner.dropped_percent > curve.back().dropped_percent)
      curve.push_back(corner);
  };
  bins.for_each([&](std::int64_t bin, std::int64_t count) {
    const double from = std::max(edge_ms(bins, bin), corner.buffer_ms),
                 to = std::clamp(edge_ms(bins, bin + 1), min_ms, max_ms);
    if (from - corner.buffer_ms > wide) {
      keep();
      corner.buffer_ms = from;  // flat until here
      keep();
    }
    counted += count;
    corner = {to, 100.0 * static_cast<double>(counted) / static_cast<double>(bins.count())};
    if (corner.dropped_percent - curve.back().dropped_percent >= kPercentStep) keep();
  });
  keep();
  return curve;
}

}  // namespace jitterscope
