#include "core/lab/engine/lab_plot.h"

#include <algorithm>
#include <cmath>

#include "core/base/stats/block_bootstrap.h"
#include "core/base/stats/estimate.h"
#include "core/base/stats/line_fit.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

constexpr int kBandPoints = 40;
constexpr std::size_t kMostCorners = 500;

}  // namespace

PlotLayer means_layer(std::string name, const std::vector<std::pair<double, std::vector<double>>>& samples) {
  PlotLayer layer{.name = std::move(name)};
  for (const auto& [x, values] : samples)
    if (const auto mean = estimate(values)) {
      PlotPoint point{x, mean->mean};
      if (mean->half_width) point.low = mean->mean - *mean->half_width, point.high = mean->mean + *mean->half_width;
      layer.points.push_back(point);
    }
  return layer;
}

PlotLayer medians_layer(std::string name, const std::vector<std::pair<double, std::vector<double>>>& samples) {
  PlotLayer layer{.name = std::move(name)};
  for (auto [x, values] : samples)
    if (const auto median = percentile_by_selection(values, 0.5)) layer.points.push_back({x, *median});
  return layer;
}

PlotLayer fitted_layer(std::string name, std::string with, const std::vector<std::pair<double, double>>& points) {
  PlotLayer layer{.name = std::move(name), .mark = PlotMark::kLine, .with = std::move(with)};
  const auto fit = fit_line(points);
  if (!fit) return layer;
  double mean = 0, squares = 0, residuals = 0;
  for (const auto& [x, y] : points) mean += x / static_cast<double>(points.size());
  for (const auto& [x, y] : points) {
    squares += (x - mean) * (x - mean);
    residuals += std::pow(y - fit->intercept - fit->slope * x, 2);
  }
  const auto [first, last] = std::ranges::minmax_element(points);
  const auto n = static_cast<double>(points.size());
  for (int i = 0; i <= kBandPoints; ++i) {
    const double x = first->first + (last->first - first->first) * i / kBandPoints;
    PlotPoint point{x, fit->intercept + fit->slope * x};
    if (points.size() > 2) {
      const double error = std::sqrt(residuals / (n - 2) * (1 / n + (x - mean) * (x - mean) / squares));
      const double half = student_975(n - 2) * error;
      point.low = point.y - half, point.high = point.y + half;
    }
    layer.points.push_back(point);
  }
  return layer;
}

PlotLayer distribution_layer(std::string name, std::vector<double> values) {
  PlotLayer layer{.name = std::move(name), .mark = PlotMark::kSteps};
  std::ranges::sort(values);
  const std::size_t step = std::max<std::size_t>(1, values.size() / kMostCorners);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % step == 0 || i + 1 == values.size())
      layer.points.push_back({values[i], 100 * static_cast<double>(i + 1) / static_cast<double>(values.size())});
  return layer;
}

}  // namespace jitterscope
