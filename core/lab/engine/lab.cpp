#include "core/lab/engine/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/units/number_words.h"
#include "core/lab/engine/cell_results.h"
#include "core/lab/engine/findings.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

bool takes(const LabParameter& parameter, const std::string& words) {
  if (!parameter.choices.empty()) return std::ranges::find(parameter.choices, words) != parameter.choices.end();
  if (!parameter.low) return true;
  const auto value = plain_number(words);
  return value && *value >= *parameter.low && *value <= *parameter.high &&
         (!parameter.whole || *value == std::floor(*value));
}

bool check_mode(const LabDefinition& lab, const LabRun& run, std::string& error) {
  if (run.live ? lab.live : lab.simulated) return true;
  error = run.live
              ? fmt::format("{} is a simulation and measures nothing on this machine: leave --live away.", lab.name)
              : fmt::format("{} measures this machine and cannot be simulated: run it with --live.", lab.name);
  return false;
}

bool check_settings(const LabDefinition& lab, const LabRun& run, std::string& error) {
  for (const auto& [name, value] : run.settings) {
    const auto found = std::find_if(lab.parameters.begin(), lab.parameters.end(),
                                    [&name = name](const LabParameter& parameter) { return parameter.name == name; });
    if (found == lab.parameters.end()) {
      error = fmt::format("{} has no parameter {}. `jitterscope lab show {}` lists them.", lab.name, name, lab.name);
    } else if (!takes(*found, value)) {
      error = fmt::format("{} takes {}, not '{}'.", name, what_it_takes(*found), value);
    } else {
      continue;
    }
    return false;
  }
  return true;
}

bool check_seed(const LabRun& run, std::string& error) {
  if (run.seed <= kHighestSeed) return true;
  error = fmt::format("The seed is a whole number from 0 to {}, not {}.", kHighestSeed, run.seed);
  return false;
}

/// Settings that the lab has not told itself, and which of all have their defaults.
void tell_settings(const LabDefinition& lab, const LabRun& run, LabResult& result) {
  const auto told = [&](std::string name) {
    std::ranges::replace(name, '-', '_');
    return std::ranges::any_of(result.parameters, [&](const auto& one) { return one.first == name; });
  };
  std::vector<std::string> defaults;
  for (const LabParameter& parameter : lab.parameters) {
    const std::string& value = run.settings.at(parameter.name);
    if (value == parameter.value) defaults.push_back(parameter.name);
    if (parameter.mode == (run.live ? LabMode::kSimulated : LabMode::kLive)) continue;
    if (!told(parameter.name))
      result.parameters.emplace_back(parameter.name, parameter.low ? TableField(std::stod(value)) : TableField(value));
  }
  if (run.scale != 1) result.parameters.emplace_back("scale", run.scale);
  result.parameters.emplace_back("defaults", fmt::format("{}", fmt::join(defaults, ", ")));
}

/// What every result has.
void finish(const LabDefinition& lab, const LabRun& run, LabResult& result) {
  result.lab = lab.name;
  result.mode = run.live ? "live" : "simulated";
  result.seed = run.seed;
  tell_settings(lab, run, result);
}

}  // namespace

std::string what_it_takes(const LabParameter& parameter) {
  if (!parameter.choices.empty()) {
    const auto last = parameter.choices.end() - 1;
    return fmt::format("{} or {}", fmt::join(parameter.choices.begin(), last, ", "), *last);
  }
  if (!parameter.low) return {};
  return fmt::format("a {} from {} to {}", parameter.whole ? "whole number" : "number", field_text(*parameter.low),
                     field_text(*parameter.high));
}

std::optional<LabRun> prepared_run(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault) {
  const auto say = [&](LabFault what) {
    if (fault) *fault = what;
    return std::nullopt;
  };
  error.clear();
  if (!check_mode(lab, run, error) || !check_seed(run, error) || !check_settings(lab, run, error))
    return say(LabFault::kUsage);
  if (!run.factors.empty() && !lab.own_factors) {
    error = fmt::format("{} takes no factors of your own: own.matrix does.", lab.name);
    return say(LabFault::kUsage);
  }
  for (const LabParameter& parameter : lab.parameters) run.settings.try_emplace(parameter.name, parameter.value);
  if (lab.refuses) error = lab.refuses(run);
  if (!error.empty()) return say(LabFault::kUsage);
  if (lab.lacks) error = lab.lacks(run);
  if (!error.empty()) return say(LabFault::kMachineLacks);
  return run;
}

std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun asked, std::string& error, LabFault* fault) {
  const auto run = prepared_run(lab, std::move(asked), error, fault);
  if (!run) return std::nullopt;
  if (fault) *fault = LabFault::kFailed;
  std::vector<DoneCell> done;
  const std::vector<LabCell> cells = cells_of(lab.design(*run), run->seed);
  for (const LabCell& cell : cells) {
    auto figures = lab.cell(*run, cell, error);
    if (!figures) return std::nullopt;
    done.push_back({cell, std::move(*figures)});
  }
  return judged_result(lab, *run, DoneCells(std::move(done), cells.size()));
}

LabResult judged_result(const LabDefinition& lab, const LabRun& run, const DoneCells& cells) {
  LabResult result = lab.judge(run, cells);
  const std::string about = result.headline;
  result.headline = cells.all().size() < cells.designed()
                        ? fmt::format("Unfinished: {} of {} cells are done. ", cells.all().size(), cells.designed())
                        : "";
  const std::string verdicts = verdict_line(result.findings);
  result.headline += verdicts + (verdicts.empty() || about.empty() ? "" : " ") + about;
  result.tables.push_back(runs_table(cells));
  for (auto& words : cells.words()) result.machine.push_back(std::move(words));
  finish(lab, run, result);
  return result;
}

std::string trace_folder(const LabRun& run, const LabCell& cell) {
  if (run.folder.empty()) return {};
  constexpr std::size_t kLongest = 120;
  const std::string key = cell.key();
  std::string name = key.substr(0, kLongest);
  for (char& byte : name)
    if (!std::isalnum(static_cast<unsigned char>(byte)) && !std::strchr("=,.+-", byte)) byte = '_';
  if (name != key) name += fmt::format("-{:08x}", std::hash<std::string>()(key) & 0xffffffff);
  const std::filesystem::path folder = std::filesystem::absolute(run.folder) / "traces" / name;
  std::error_code fault;
  std::filesystem::remove_all(folder, fault);  // of a process that was killed before the cell was done
  std::filesystem::create_directories(folder, fault);
  return fault ? std::string() : folder.string();
}

Json to_json(const LabDefinition& lab, const LabRun& run) {
  Json json{{"lab", lab.name}, {"mode", run.live ? "live" : "simulated"}, {"seed", run.seed}, {"scale", run.scale}};
  json["settings"] = Json::object();
  for (const auto& [name, value] : run.settings) json["settings"][name] = value;
  for (const LabFactor& factor : run.factors) json["factors"][factor.name] = factor.levels;
  return json;
}

std::optional<std::pair<std::string, LabRun>> lab_run_from(const Json& json, std::string& error) {
  const auto is = [&json](const char* name, bool (Json::*kind)() const) {
    const auto found = json.find(name);
    return found != json.end() && ((*found).*kind)();
  };
  const auto wrong = [&error](const char* what) {
    error = what;
    return std::nullopt;
  };
  if (!json.is_object() || !is("lab", &Json::is_string)) return wrong("it does not name a lab");
  if (!is("mode", &Json::is_string)) return wrong("its mode is neither \"live\" nor \"simulated\"");
  LabRun run{.live = json["mode"] == "live"};
  if (!run.live && json["mode"] != "simulated") return wrong("its mode is neither \"live\" nor \"simulated\"");
  if (json.contains("seed")) {
    if (!json["seed"].is_number_unsigned()) return wrong("its seed is no whole number");
    run.seed = json["seed"];
  }
  if (json.contains("scale")) {
    if (!json["scale"].is_number()) return wrong("its scale is no number");
    run.scale = json["scale"];
    if (!(run.scale >= kLeastScale && run.scale <= kMostScale)) return wrong("its scale is not within 0.001 to 100");
  }
  if (json.contains("settings")) {
    if (!json["settings"].is_object()) return wrong("its settings are no object");
    for (const auto& [name, value] : json["settings"].items()) {
      if (!value.is_string()) return wrong("a setting of it is no text");
      run.settings[name] = value;
    }
  }
  if (json.contains("factors")) {
    if (!json["factors"].is_object()) return wrong("its factors are no object");
    for (const auto& [name, levels] : json["factors"].items()) {
      if (!levels.is_array() || !std::ranges::all_of(levels, &Json::is_string) || levels.empty())
        return wrong("a factor of it has no list of levels");
      run.factors.push_back({name, levels.get<std::vector<std::string>>()});
    }
  }
  return std::pair(json["lab"].get<std::string>(), std::move(run));
}

}  // namespace jitterscope
