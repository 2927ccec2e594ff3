// The table, curves and findings of nahrstedt94.robotics.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/stats/box_plot.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/nahrstedt94/robotics_lab.h"

namespace jitterscope::nahrstedt94 {
namespace {

constexpr double kTail = 0.99;

std::string name_of(const RobotCase& one) {
  return fmt::format("{}, {}", one.one_process ? "one process" : "two processes",
                     one.realtime ? "real-time" : "normal");
}

std::optional<double> tail_ms(const RoboticsTable& table, bool one_process, bool realtime) {
  for (const RobotCase& one : table.cases) {
    if (one.one_process != one_process || one.realtime != realtime || one.late_ms.empty()) continue;
    std::vector<double> late = one.late_ms;
    return percentile_by_selection(late, kTail);
  }
  return std::nullopt;
}

LabTable cases_table(const RoboticsTable& table) {
  LabTable out{"timeout_delay",
               {"sender", "class", "n", "mean_ms", "variance_ms2", "low_quartile", "median", "high_quartile",
                "high_whisker", "p99_ms", "max_ms", "video_frames", "samples_arrived"},
               {}};
  for (const RobotCase& one : table.cases) {
    std::vector<TableField> row{one.one_process ? "one process" : "two processes",
                                one.realtime ? "real-time" : "normal"};
    const auto box = box_plot(one.late_ms);
    if (box) {
      row.insert(row.end(),
                 {double(box->n), box->mean, table_field(box->variance), box->low_quartile, box->median,
                  box->high_quartile, box->high_whisker, table_field(tail_ms(table, one.one_process, one.realtime)),
                  std::ranges::max(one.late_ms), one.frames, one.samples_arrived});
    }
    row.resize(out.columns.size());
    out.rows.push_back(std::move(row));
  }
  return out;
}

/// Share of the timers that fired within a time.
std::vector<LabSeries> curves(const RoboticsTable& table) {
  std::vector<LabSeries> all;
  for (const RobotCase& one : table.cases) {
    LabSeries series{"timeout_delay: " + name_of(one), "Timer late by at most, ms", "Share of timers, %", {}};
    std::vector<double> sorted = one.late_ms;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t percent = 0; percent <= 100 && !sorted.empty(); ++percent)
      series.points.emplace_back(*percentile_of_sorted(sorted, static_cast<double>(percent) / 100), percent);
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace

LabResult robotics_result(const RoboticsTable& table) {
  LabResult result;
  result.findings = {
      finding_of(
          "one_process_steady",
          "One process that sends both media keeps the robotics' timer steadier than two processes (Fig. 6): p99 "
          "of the timeout delay of two over that of one, normal class.",
          ratio_of(tail_ms(table, false, false), tail_ms(table, true, false)), "times", Criterion::above(2),
          "nothing was measured."),
      finding_of("realtime_two_as_good",
                 "Two processes are as good as one when the robotics' is in a real-time class: p99 of two, real-time, "
                 "over that of one, normal.",
                 ratio_of(tail_ms(table, false, true), tail_ms(table, true, false)), "times", Criterion::below(1.5),
                 table.realtime_refused.empty() ? "nothing was measured." : table.realtime_refused)};
  result.tables = {cases_table(table)};
  result.series = curves(table);
  return result;
}

}  // namespace jitterscope::nahrstedt94
