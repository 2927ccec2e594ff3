// Tables and curves of claypool98.priority.
#include <fmt/format.h>

#include "core/lab/claypool98/measures.h"
#include "core/lab/engine/published.h"

namespace jitterscope {
namespace claypool98 {
namespace {

LabTable cells_table(const Claypool98Table& table) {
  LabTable out{"cells",
               {"class", "counters", "runs", "variance_ms2_mean", "variance_ms2_median", "delay_p50_ms_median",
                "delay_p99_ms_median", "sent_variance_ms2_median", "packets", "lost"},
               {}};
  for (std::size_t c = 0; c < table.classes.size(); ++c)
    for (std::size_t load = 0; load < table.loads.size(); ++load) {
      const auto& cell = table.cells[c][load];
      const auto variances = values_of(cell, &StreamFigures::variance_ms2);
      const auto mean = estimate(variances);
      const auto median = [&](auto figure) { return table_field(median_of(values_of(cell, figure))); };
      double sent = 0, received = 0;
      for (const StreamFigures& run : cell) sent += run.sent, received += run.received;
      out.rows.push_back({table.classes[c].name, table.loads[load], double(cell.size()),
                          mean ? TableField(mean->mean) : TableField(), table_field(median_of(variances)),
                          median(&StreamFigures::delay_p50_ms), median(&StreamFigures::delay_p99_ms),
                          median(&StreamFigures::sent_variance_ms2), sent, sent - received});
    }
  return out;
}

LabTable slopes_table(const Claypool98Table& table) {
  LabTable out{"slopes",
               {"class", "slope_ms2_per_counter", "low_95", "high_95", "intercept_ms2", "r_of_runs", "slope_of_medians",
                "r_of_medians"},
               {}};
  for (std::size_t c = 0; c < table.classes.size(); ++c) {
    std::vector<TableField> row{table.classes[c].name};
    if (const auto fit = fit_line(points_of(table, c, false))) {
      const Estimate slope = fit->slope_estimate();
      row.insert(row.end(), {slope.mean, table_field(slope.low()),
                             slope.half_width ? TableField(slope.mean + *slope.half_width) : TableField(),
                             fit->intercept, table_field(fit->correlation)});
    }
    row.resize(6);
    if (const auto fit = fit_line(points_of(table, c, true)))
      row.insert(row.end(), {fit->slope, table_field(fit->correlation)});
    row.resize(out.columns.size());
    out.rows.push_back(std::move(row));
  }
  return out;
}

LabTable runs_table(const Claypool98Table& table) {
  LabTable out{"runs",
               {"class", "counters", "repetition", "variance_ms2", "delay_p50_ms", "delay_p99_ms", "sent_variance_ms2",
                "packets", "lost"},
               {}};
  for (std::size_t c = 0; c < table.classes.size(); ++c)
    for (std::size_t load = 0; load < table.loads.size(); ++load)
      for (std::size_t i = 0; i < table.cells[c][load].size(); ++i) {
        const StreamFigures& run = table.cells[c][load][i];
        out.rows.push_back({table.classes[c].name, table.loads[load], double(i + 1), table_field(run.variance_ms2),
                            table_field(run.delay_p50_ms), table_field(run.delay_p99_ms),
                            table_field(run.sent_variance_ms2), double(run.sent), double(run.sent - run.received)});
      }
  return out;
}

/// `figure` over the load for the classes from `first` on.
void add_curves(const Claypool98Table& table, const char* group, const char* label, std::size_t first,
                std::optional<double> StreamFigures::*figure, std::vector<LabSeries>& all) {
  for (std::size_t c = first; c < table.classes.size(); ++c) {
    LabSeries series{fmt::format("{}: {}", group, table.classes[c].name), "Counter processes", label, {}};
    for (std::size_t load = 0; load < table.loads.size(); ++load)
      if (const auto median = median_of(values_of(table.cells[c][load], figure)))
        series.points.emplace_back(table.loads[load], *median);
    all.push_back(std::move(series));
  }
}

/// The fitted line from the least to the highest load, cut off below zero as in Fig 10.
void add_lines(const Claypool98Table& table, const char* group, const char* label, std::size_t first,
               std::vector<LabSeries>& all) {
  for (std::size_t c = first; c < table.classes.size(); ++c) {
    const auto fit = fit_line(points_of(table, c, false));
    if (!fit) continue;
    LabSeries series{fmt::format("{}: {}, line", group, table.classes[c].name), "Counter processes", label, {}};
    double from = table.loads.front();
    if (fit->slope > 0) from = std::max(from, *fit->root());
    for (const double load : {from, table.loads.back()})
      series.points.emplace_back(load, fit->intercept + fit->slope * load);
    all.push_back(std::move(series));
  }
}

std::vector<LabSeries> curves(const Claypool98Table& table) {
  std::vector<LabSeries> all;
  const char* label = "Variance of interarrival times, ms², medians";
  add_curves(table, "variance_ms2", label, kDefaultClass, &StreamFigures::variance_ms2, all);
  add_lines(table, "variance_ms2", label, kDefaultClass, all);
  add_curves(table, "variance_ms2_zoom", label, kNiceClass, &StreamFigures::variance_ms2, all);
  add_lines(table, "variance_ms2_zoom", label, kNiceClass, all);
  add_curves(table, "delay_p99_ms", "Kernel to user, p99, ms, medians", kDefaultClass, &StreamFigures::delay_p99_ms,
             all);
  return all;
}

}  // namespace
}  // namespace claypool98

LabResult claypool98_priority_result(const Claypool98Table& table, LabResult result) {
  using namespace claypool98;
  result.findings = claypool98_priority_findings(table);
  result.tables = {cells_table(table), slopes_table(table), runs_table(table),
                   published_as_lab_table("claypool98.load")};
  result.series = curves(table);
  return result;
}

}  // namespace jitterscope
