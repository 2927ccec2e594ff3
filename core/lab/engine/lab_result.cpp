#include "core/lab/engine/lab_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units/plain_digits.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRows = 60, kMostColumns = 24;  // of a table in text
constexpr double kLongestWhole = 1e12;                    // shown with all its digits

Json field_json(const TableField& field) {
  if (const auto* number = std::get_if<double>(&field)) return std::isfinite(*number) ? Json(*number) : Json();
  if (const auto* text = std::get_if<std::string>(&field)) return *text;
  return nullptr;
}

template <typename Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json finding_json(const Finding& finding) {
  Json interval;
  if (finding.interval) interval = Json::array({finding.interval->first, finding.interval->second});
  return {{"id", finding.id},
          {"kind", to_string(finding.kind)},
          {"statement", finding.statement},
          {"paper", optional_json(finding.paper)},
          {"measured", optional_json(finding.measured)},
          {"interval", std::move(interval)},
          {"n", optional_json(finding.n)},
          {"unit", finding.unit},
          {"criterion", finding.criterion.text()},
          {"reason", finding.reason},
          {"test", finding.test},
          {"p", optional_json(finding.p)},
          {"p_holm", optional_json(finding.p_adjusted)},
          {"reproduced", optional_json(finding.reproduced())}};
}

Json table_json(const LabTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json fields = Json::array();
    for (const TableField& field : row) fields.push_back(field_json(field));
    rows.push_back(std::move(fields));
  }
  return {{"name", table.name}, {"columns", table.columns}, {"rows", std::move(rows)}};
}

/// A curve for those who want no more than its points: "PLOT: LAYER".
Json series_json(const LabPlot& plot, const PlotLayer& layer) {
  Json points = Json::array();
  for (const PlotPoint& point : layer.points) points.push_back(Json::array({point.x, point.y}));
  return {{"name", plot.name + ": " + layer.name},
          {"x_label", plot.x_label},
          {"y_label", plot.y_label},
          {"points", std::move(points)}};
}

std::string table_text(const LabTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& column : table.columns) widths.push_back(column.size());
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], field_text(row[i]).size());
  std::string text = table.name + "\n";
  for (std::size_t i = 0; i < widths.size(); ++i) text += fmt::format("  {:>{}}", table.columns[i], widths[i]);
  for (const auto& row : table.rows) {
    text += "\n";
    for (std::size_t i = 0; i < row.size(); ++i) text += fmt::format("  {:>{}}", field_text(row[i]), widths[i]);
  }
  return text + "\n\n";
}

std::string quoted_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_field(const TableField& field) {
  if (const auto* number = std::get_if<double>(&field)) return fmt::format("{}", *number);
  const auto* text = std::get_if<std::string>(&field);
  return text ? quoted_csv(*text) : "";
}

}  // namespace

std::string_view to_string(FindingKind kind) {
  switch (kind) {
    case FindingKind::kFinding: return "finding";
    case FindingKind::kConsistency: return "consistency";
    case FindingKind::kCalibrated: return "calibrated";
  }
  return "";
}

std::string Criterion::text() const {
  if (low_ && high_) return fmt::format("{:g} <= measured <= {:g}", *low_, *high_);
  return low_ ? fmt::format("measured > {:g}", *low_) : fmt::format("measured < {:g}", *high_);
}

bool Criterion::holds(double measured) const {
  if (low_ && high_) return *low_ <= measured && measured <= *high_;
  return low_ ? measured > *low_ : measured < *high_;
}

std::optional<bool> Finding::reproduced() const {
  if (!judged || !measured || kind != FindingKind::kFinding) return std::nullopt;
  if (p_adjusted && *p_adjusted >= 0.05) return std::nullopt;
  return criterion.holds(*measured);
}

std::string field_text(const TableField& field) {
  if (const auto* number = std::get_if<double>(&field)) {
    const bool whole = std::abs(*number) < kLongestWhole && *number == std::floor(*number);
    return whole ? fmt::format("{:.0f}", *number) : plain_digits(*number);
  }
  if (const auto* text = std::get_if<std::string>(&field)) return *text;
  return "–";
}

nlohmann::ordered_json to_json(const LabResult& result) {
  Json machine = Json::object(), parameters = Json::object();
  Json findings = Json::array(), tables = Json::array(), series = Json::array();
  for (const auto& [name, value] : result.machine) machine[name] = value;
  for (const auto& [name, value] : result.parameters) parameters[name] = field_json(value);
  for (const Finding& finding : result.findings) findings.push_back(finding_json(finding));
  for (const LabTable& table : result.tables) tables.push_back(table_json(table));
  for (const LabPlot& plot : result.plots)
    for (const PlotLayer& layer : plot.layers)
      if (!layer.points.empty()) series.push_back(series_json(plot, layer));
  return {{"lab", result.lab},
          {"mode", result.mode},
          {"seed", result.seed},
          {"machine", std::move(machine)},
          {"parameters", std::move(parameters)},
          {"findings", std::move(findings)},
          {"tables", std::move(tables)},
          {"series", std::move(series)}};
}

std::string to_csv(const LabTable& table) {
  std::string out;
  for (const std::string& column : table.columns) out += (out.empty() ? "" : ",") + quoted_csv(column);
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) out += (i ? "," : "\n") + csv_field(row[i]);
  return out + "\n";
}

std::string verdict_words(const Finding& finding) {
  if (finding.kind != FindingKind::kFinding) return std::string(to_string(finding.kind));
  if (!finding.judged || !finding.measured) return "not judged";
  const auto reproduced = finding.reproduced();
  return !reproduced ? "undecided" : *reproduced ? "reproduced" : "NOT reproduced";
}

std::string evidence_words(const Finding& finding) {
  std::string words = finding.judged ? finding.criterion.text() : "";
  const auto add = [&words](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (finding.n) add(fmt::format("n = {}", *finding.n));
  if (finding.p_adjusted)
    add(fmt::format("{}: p = {:.2g}, {:.2g} after Holm", finding.test, *finding.p, *finding.p_adjusted));
  return words;
}

std::string to_text(const LabResult& result) {
  std::string text = result.headline.empty() ? "" : result.headline + "\n\n";
  for (const LabTable& table : result.tables)
    text += table.rows.size() <= kMostRows && table.columns.size() <= kMostColumns
                ? table_text(table)
                : fmt::format("{}: {} rows of {} columns\n\n", table.name, table.rows.size(), table.columns.size());
  for (const Finding& finding : result.findings) {
    text += fmt::format("{:<15}{}: {}\n", verdict_words(finding), finding.id, finding.statement);
    std::string line = finding.measured ? fmt::format("measured {} {}", plain_digits(*finding.measured), finding.unit)
                                        : "nothing measured";
    if (finding.interval)
      line += fmt::format(" [{}, {}]", plain_digits(finding.interval->first), plain_digits(finding.interval->second));
    if (finding.paper) line += fmt::format(", paper {:g} {}", *finding.paper, finding.unit);
    if (const std::string evidence = evidence_words(finding); !evidence.empty()) line += ", " + evidence;
    text += fmt::format("{:15}{}\n", "", line);
    if (!finding.reason.empty()) text += fmt::format("{:15}{}\n", "", finding.reason);
  }
  return text;
}

}  // namespace jitterscope
