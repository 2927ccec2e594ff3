#include "core/lab/engine/cell_figures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

bool numbers_from(const Json& json, std::vector<double>& out) {
  if (!json.is_array()) return false;
  for (const Json& one : json) {
    if (!one.is_number()) return false;
    out.push_back(one.get<double>());
  }
  return true;
}

/// The object's members by `take(name, value)`, false: one is of another kind. An object that is missing is empty.
template <typename Take>
bool members(const Json& json, const char* name, const Take& take) {
  const auto found = json.find(name);
  if (found == json.end()) return true;
  if (!found->is_object()) return false;
  for (const auto& [key, value] : found->items())
    if (!take(key, value)) return false;
  return true;
}

/// Results come from other machines, too: a name that leads out of their folder is none.
bool stays_within(const std::filesystem::path& name) {
  return name.is_relative() && std::ranges::find(name, "..") == name.end();
}

}  // namespace

void CellFigures::set(std::string name, std::optional<double> number) {
  if (number && std::isfinite(*number)) numbers[std::move(name)] = *number;
}

std::optional<double> CellFigures::number(std::string_view name) const {
  const auto found = numbers.find(name);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<double>& CellFigures::sample(std::string_view name) const {
  static const std::vector<double> none;
  const auto found = samples.find(name);
  return found == samples.end() ? none : found->second;
}

Json to_json(const CellFigures& figures) {
  Json json{{"numbers", Json::object()}};
  for (const auto& [name, value] : figures.numbers) json["numbers"][name] = value;
  for (const auto& [name, values] : figures.samples) json["samples"][name] = values;
  for (const auto& [name, word] : figures.words) json["words"][name] = word;
  if (!figures.trace.empty()) json["trace"] = figures.trace;
  return json;
}

std::optional<CellFigures> cell_figures_from(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  CellFigures figures;
  const bool good =
      members(json, "numbers",
              [&](const std::string& name, const Json& value) {
                if (value.is_number()) figures.numbers[name] = value.get<double>();
                return value.is_number();
              }) &&
      members(json, "samples",
              [&](const std::string& name, const Json& value) { return numbers_from(value, figures.samples[name]); }) &&
      members(json, "words", [&](const std::string& name, const Json& value) {
        if (value.is_string()) figures.words[name] = value.get<std::string>();
        return value.is_string();
      });
  if (!good) return std::nullopt;
  if (const auto trace = json.find("trace"); trace != json.end()) {
    if (!trace->is_string() || !stays_within(trace->get<std::string>())) return std::nullopt;
    figures.trace = trace->get<std::string>();
  }
  return figures;
}

}  // namespace jitterscope
