#include "core/lab/engine/lab.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

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

/// Settings that the lab has not told itself, and which of all were left at their defaults.
void tell_settings(const LabDefinition& lab, const LabRun& run, const std::vector<std::string>& defaults,
                   LabResult& result) {
  const auto told = [&](std::string name) {
    std::ranges::replace(name, '-', '_');
    return std::ranges::any_of(result.parameters, [&](const auto& one) { return one.first == name; });
  };
  for (const LabParameter& parameter : lab.parameters) {
    const std::string& value = run.settings.at(parameter.name);
    if (!told(parameter.name))
      result.parameters.emplace_back(parameter.name, parameter.low ? TableField(std::stod(value)) : TableField(value));
  }
  result.parameters.emplace_back("defaults", fmt::format("{}", fmt::join(defaults, ", ")));
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

std::vector<std::pair<std::string, std::string>> this_machine() {
  utsname system{};
  uname(&system);
  return {{"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processors", std::to_string(std::thread::hardware_concurrency())}};
}

std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault) {
  const auto say = [&](LabFault what) {
    if (fault) *fault = what;
    return std::nullopt;
  };
  error.clear();
  if (!check_mode(lab, run, error) || !check_seed(run, error) || !check_settings(lab, run, error))
    return say(LabFault::kUsage);
  std::vector<std::string> defaults;
  for (const LabParameter& parameter : lab.parameters)
    if (run.settings.try_emplace(parameter.name, parameter.value).second) defaults.push_back(parameter.name);
  if (lab.refuses) error = lab.refuses(run);
  if (!error.empty()) return say(LabFault::kUsage);
  if (lab.lacks) error = lab.lacks(run);
  if (!error.empty()) return say(LabFault::kMachineLacks);
  run.begins();
  auto result = lab.execute(run, error);
  if (!result) return say(LabFault::kFailed);
  result->lab = lab.name;
  result->mode = run.live ? "live" : "simulated";
  result->seed = run.seed;
  tell_settings(lab, run, defaults, *result);
  return result;
}

}  // namespace jitterscope
