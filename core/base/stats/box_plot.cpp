#include "core/base/stats/box_plot.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope {

std::optional<BoxPlot> box_plot(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  Moments moments;
  for (const double value : values) moments.add(value);
  BoxPlot box;
  box.n = moments.count();
  box.mean = *moments.mean();
  box.variance = moments.variance();
  box.low_quartile = *percentile_of_sorted(values, 0.25);
  box.median = *percentile_of_sorted(values, 0.5);
  box.high_quartile = *percentile_of_sorted(values, 0.75);
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
