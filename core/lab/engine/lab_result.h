#pragma once
// What a lab brings, in one format: findings judged by their own criterion, tables, series.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/lab/engine/lab_plot.h"

namespace jitterscope {

/// What a measured number must keep for a finding to count as reproduced.
class Criterion {
 public:
  static Criterion above(double low) { return {low, {}}; }
  static Criterion below(double high) { return {{}, high}; }
  static Criterion between(double low, double high) { return {low, high}; }  // bounds belong to it
  std::string text() const;                                                  // "measured > 0", "60 <= measured <= 90"
  bool holds(double measured) const;

 private:
  Criterion(std::optional<double> low, std::optional<double> high) : low_(low), high_(high) {}
  std::optional<double> low_, high_;
};

/// What a finding is worth: it can fail; it follows from the model or from arithmetic; it set a parameter.
enum class FindingKind : std::uint8_t { kFinding, kConsistency, kCalibrated };
std::string_view to_string(FindingKind);  // "finding", "consistency", "calibrated"

struct Finding {
  std::string id = {}, statement = {};
  std::optional<double> paper = {}, measured = {};
  std::string unit = {};
  Criterion criterion = Criterion::above(0);
  bool judged = true;  // false: cannot be judged, `statement` says why
  FindingKind kind = FindingKind::kFinding;
  std::optional<std::pair<double, double>> interval = {};  // 95 %, of `measured` over repetitions, for itself alone
  std::optional<int> n = {};                               // repetitions
  std::string test = {}, reason = {};                      // by which test it is judged; why by this criterion
  std::string if_not = {};                                 // the likely reason, where it is not reproduced
  std::optional<double> p = {}, p_adjusted = {};  // of the test; after Holm's procedure over the lab's findings
  /// nullopt: undecided (p_adjusted is 0.05 or more), not judged, nothing measured, or no finding of this kind.
  std::optional<bool> reproduced() const;
};
/// "reproduced", "NOT reproduced", "undecided", "not judged", "consistency" or "calibrated".
std::string verdict_words(const Finding& finding);
/// "measured > 0, n = 9, sign-flip test: p = 0.0039, 0.012 after Holm"; empty: there is nothing to say.
std::string evidence_words(const Finding& finding);
using TableField = std::variant<std::monostate, double, std::string>;  // nothing: no data

inline TableField table_field(const std::optional<double>& value) {
  return value ? TableField(*value) : TableField();
}

struct LabTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<TableField>> rows;
};

struct LabResult {
  std::string lab = {}, mode = {};  // mode: "simulated" or "live"
  std::uint64_t seed = 0;
  std::string headline = {};  // what the findings are about, one sentence; empty: the lab's title says it
  std::vector<std::pair<std::string, std::string>> machine = {};  // empty when simulated
  std::vector<std::pair<std::string, TableField>> parameters = {};
  std::vector<Finding> findings = {};
  std::vector<LabTable> tables = {};
  std::vector<LabPlot> plots = {};
};

nlohmann::ordered_json to_json(const LabResult& result);
/// The findings with their marks, and the tables.
std::string to_text(const LabResult& result);
/// RFC 4180, with a line of columns; numbers as exact as in the JSON.
std::string to_csv(const LabTable& table);
/// A number for people: whole, or four significant digits; "–" for no data.
std::string field_text(const TableField& field);

}  // namespace jitterscope
