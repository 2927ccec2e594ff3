#pragma once
// Values of claypool98.priority's cells over the repetitions.
#include <optional>
#include <utility>
#include <vector>

#include "core/base/stats/line_fit.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/claypool98/priority_lab.h"

namespace jitterscope::claypool98 {

/// Runs without the figure are left out.
inline std::vector<double> values_of(const std::vector<StreamFigures>& cell,
                                     std::optional<double> StreamFigures::*figure) {
  std::vector<double> values;
  for (const StreamFigures& run : cell)
    if (run.*figure) values.push_back(*(run.*figure));
  return values;
}

inline std::optional<double> median_of(std::vector<double> values) {
  return percentile_by_selection(values, 0.5);
}

using Points = std::vector<std::pair<double, double>>;  // counters, ms²

/// Of every run, or of the cells' medians.
inline Points points_of(const Claypool98Table& table, std::size_t of_class, bool medians) {
  Points points;
  for (std::size_t load = 0; load < table.loads.size(); ++load) {
    const auto runs = values_of(table.cells[of_class][load], &StreamFigures::variance_ms2);
    const auto median = median_of(runs);
    for (const double variance : medians&& median ? std::vector{*median} : runs)
      points.emplace_back(table.loads[load], variance);
  }
  return points;
}

}  // namespace jitterscope::claypool98
