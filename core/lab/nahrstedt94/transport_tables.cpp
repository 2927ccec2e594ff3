// The tables and curves of nahrstedt94.transports.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/units/plain_digits.h"
#include "core/lab/engine/published.h"
#include "core/lab/nahrstedt94/transports_lab.h"

namespace jitterscope::nahrstedt94 {
namespace {

void add_box(std::vector<TableField>& row, const std::optional<BoxPlot>& box) {
  if (!box) {
    row.resize(row.size() + 10);
    return;
  }
  std::string outliers;
  for (const double value : box->outliers) outliers += (outliers.empty() ? "" : " ") + plain_digits(value, 3);
  const auto ratio = ratio_of(box->variance, box->mean);
  row.insert(row.end(), {static_cast<double>(box->n), box->mean, table_field(box->variance),
                         ratio ? TableField(100 * *ratio) : TableField(), box->low_whisker, box->low_quartile,
                         box->median, box->high_quartile, box->high_whisker, outliers});
}

void add_published(std::vector<TableField>& row, const std::optional<PublishedCell>& cell) {
  for (double PublishedCell::*number : {&PublishedCell::mean, &PublishedCell::variance, &PublishedCell::ratio})
    row.push_back(table_field(cell ? std::optional((*cell).*number) : std::nullopt));
}

LabTable cells_table(const TransportsTable& table) {
  LabTable out{"cells",
               {"scenario", "transport", "application", "display", "n", "mean_ms", "variance", "variance/mean_%",
                "low_whisker", "low_quartile", "median", "high_quartile", "high_whisker", "outliers", "not_displayed",
                "announced_mbps", "paper_mean_ms", "paper_variance", "paper_variance/mean_%"},
               {}};
  for (const TransportCell& cell : table.cells) {
    std::vector<TableField> row{double(cell.scenario), cell.transport, class_name(cell.classes.application),
                                class_name(cell.classes.display)};
    add_box(row, cell.delay_ms);
    row.push_back(table_field(cell.sent > 0 ? std::optional(double(cell.sent - cell.displayed)) : std::nullopt));
    row.push_back(table_field(cell.announced_mbps));
    add_published(row, published_cell(cell.scenario, cell.transport, cell.classes));
    out.rows.push_back(std::move(row));
  }
  if (table.paused_ms) {
    std::vector<TableField> row{1.0, fmt::format("UDP, pause {:g} ms", table.pause_ms), "NRT", "NRT"};
    add_box(row, table.paused_ms);
    row.resize(row.size() + 2);
    add_published(row, published_cell(1, "UDP", {}));
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::vector<LabSeries> curves(const TransportsTable& table) {
  std::vector<LabSeries> all;
  for (const char* transport : kTransports)
    for (const auto& [name, label, number] :
         {std::tuple{"mean_ms", "Mean delay, ms",
                     std::function([](const BoxPlot& box) { return std::optional(box.mean); })},
          {"stddev_ms", "Standard deviation of the delay, ms",
           [](const BoxPlot& box) { return box.variance ? std::optional(std::sqrt(*box.variance)) : std::nullopt; }}})
      for (const Classes classes : kClasses) {
        LabSeries series{
            fmt::format("{}_{}: {}/{}", name, transport, class_name(classes.application), class_name(classes.display)),
            "Scenario",
            fmt::format("{}: {}", transport, label),
            {}};
        for (const TransportCell& cell : table.cells)
          if (cell.transport == transport && cell.classes == classes && cell.delay_ms)
            if (const auto value = number(*cell.delay_ms)) series.points.emplace_back(cell.scenario, *value);
        if (!series.points.empty()) all.push_back(std::move(series));
      }
  return all;
}

}  // namespace

std::optional<PublishedCell> published_cell(int scenario, const std::string& transport, Classes classes) {
  for (const auto& row : published_table("nahrstedt94.tables").rows)
    if (row[0] == std::to_string(scenario) && row[1] == transport && row[2] == class_name(classes.application) &&
        row[3] == class_name(classes.display))
      return PublishedCell{std::stod(row[4]), std::stod(row[5]), std::stod(row[6])};
  return std::nullopt;
}

const TransportCell* find_cell(const TransportsTable& table, int scenario, const std::string& transport,
                               Classes classes) {
  const auto found = std::find_if(table.cells.begin(), table.cells.end(), [&](const TransportCell& cell) {
    return cell.scenario == scenario && cell.transport == transport && cell.classes == classes;
  });
  return found == table.cells.end() ? nullptr : &*found;
}

LabResult transports_result(const TransportsTable& table) {
  LabResult result;
  result.findings = transports_findings(table);
  result.tables = {cells_table(table), published_as_lab_table("nahrstedt94.tables")};
  result.series = curves(table);
  return result;
}

}  // namespace jitterscope::nahrstedt94
