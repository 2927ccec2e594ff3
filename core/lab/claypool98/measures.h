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

inline Points points_of_runs(const Claypool98Table& table, std::size_t of_class) {
  Points points;
  for (std::size_t load = 0; load < table.loads.size(); ++load)
    for (const double variance : values_of(table.cells[of_class][load], &StreamFigures::variance_ms2))
      points.emplace_back(table.loads[load], variance);
  return points;
}

inline Points points_of_medians(const Claypool98Table& table, std::size_t of_class) {
  Points points;
  for (std::size_t load = 0; load < table.loads.size(); ++load)
    if (const auto median = median_of(values_of(table.cells[of_class][load], &StreamFigures::variance_ms2)))
      points.emplace_back(table.loads[load], *median);
  return points;
}

}  // namespace jitterscope::claypool98
