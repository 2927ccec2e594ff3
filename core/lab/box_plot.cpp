#include "core/lab/box_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "core/metrics/moments.h"

namespace jitterscope {

double quantile_of_sorted(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

std::optional<BoxPlot> box_plot(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  Moments moments;
  for (const double value : values) moments.add(value);
  BoxPlot box;
  box.n = moments.count();
  box.mean = *moments.mean();
  box.variance = moments.variance();
  box.low_quartile = quantile_of_sorted(values, 0.25);
  box.median = quantile_of_sorted(values, 0.5);
  box.high_quartile = quantile_of_sorted(values, 0.75);
  const double reach = 1.5 * (box.high_quartile - box.low_quartile);
  const auto within = [&](double value) {
    return value >= box.low_quartile - reach && value <= box.high_quartile + reach;
  };
  box.low_whisker = *std::find_if(values.begin(), values.end(), within);
  box.high_whisker = *std::find_if(values.rbegin(), values.rend(), within);
  std::copy_if(values.begin(), values.end(), std::back_inserter(box.outliers), std::not_fn(within));
  return box;
}

}  // namespace jitterscope
