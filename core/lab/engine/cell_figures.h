#pragma once
// What was measured in a cell of a lab.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace jitterscope {

/// The judge of the lab gets nothing else of a cell. Absent: there was nothing to measure from.
struct CellFigures {
  std::map<std::string, double, std::less<>> numbers = {};               // by name with its unit: "packet_loss_percent"
  std::map<std::string, std::vector<double>, std::less<>> samples = {};  // values of one name, as they were measured
  std::map<std::string, std::string, std::less<>> words = {};            // what was found of how it ran
  std::string trace = {};  // of a trace to open: its name within the folder of the results; empty: none

  /// Does nothing for nullopt, and for a number that is not finite.
  void set(std::string name, std::optional<double> number);
  std::optional<double> number(std::string_view name) const;
  /// Empty where there are none.
  const std::vector<double>& sample(std::string_view name) const;
  bool operator==(const CellFigures&) const = default;
};

/// Reading what was written gives the same numbers to the last bit.
nlohmann::ordered_json to_json(const CellFigures& figures);
/// nullopt: it is something else. It takes any JSON.
std::optional<CellFigures> cell_figures_from(const nlohmann::ordered_json& json);

}  // namespace jitterscope
