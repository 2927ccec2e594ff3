// The tables and curves of sun97.shaping.
#include <fmt/format.h>

#include "core/lab/engine/published.h"
#include "core/lab/sun97/measures.h"
#include "core/lab/sun97/shaping_lab.h"

namespace jitterscope {
namespace {

LabTable cells_table(const Sun97Table& table) {
  LabTable out{"cells", {"strategy", "shaping", "background_kbytes_per_second", "offered_mbps"}, {}};
  for (const sun97::Measure& measure : sun97::kMeasures) {
    out.columns.emplace_back(measure.name);
    out.columns.push_back(std::string(measure.name) + "_95");  // half-width of the interval
  }
  for (std::size_t s = 0; s < table.strategies.size(); ++s)
    for (std::size_t l = 0; l < table.loads.size(); ++l) {
      const double mbps = table.conference_mbps + table.loads[l] * table.background_mbps_of_kbyte;
      std::vector<TableField> row{table.strategies[s].name, table.strategies[s].shaping.to_string(), table.loads[l],
                                  mbps};
      for (const sun97::Measure& measure : sun97::kMeasures) {
        auto value = estimate(sun97::values_of(table.cells[s][l], measure));
        if (!table.live && measure.figure == sun97::kDuplicates.figure) value.reset();  // the model makes none
        row.push_back(table_field(value ? std::optional(value->mean) : std::nullopt));
        row.push_back(table_field(value ? value->half_width : std::nullopt));
      }
      out.rows.push_back(std::move(row));
    }
  return out;
}

std::vector<LabSeries> curves(const Sun97Table& table) {
  std::vector<LabSeries> all;
  for (const sun97::Measure& measure : sun97::kMeasures) {
    if (!table.live && measure.figure == sun97::kDuplicates.figure) continue;
    for (std::size_t s = 0; s < table.strategies.size(); ++s) {
      LabSeries series{
          fmt::format("{}: {}", measure.name, table.strategies[s].name), "Background, KB/s", measure.label, {}};
      for (std::size_t l = 0; l < table.loads.size(); ++l)
        if (const auto value = estimate(sun97::values_of(table.cells[s][l], measure)))
          series.points.emplace_back(table.loads[l], value->mean);
      all.push_back(std::move(series));
    }
  }
  return all;
}

}  // namespace

LabResult sun97_result(const Sun97Table& table, LabResult result) {
  result.findings = sun97_findings(table);
  result.tables = {cells_table(table), published_as_lab_table("sun97.duplicates"),
                   published_as_lab_table("sun97.frame_delay")};
  result.series = curves(table);
  return result;
}

}  // namespace jitterscope
