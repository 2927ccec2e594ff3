#include "core/lab/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/lab/claypool98_priority.h"
#include "core/lab/claypool98_wakeup.h"
#include "core/lab/latecki04_capacity_steps.h"
#include "core/lab/latecki04_rate_control.h"
#include "core/lab/nahrstedt94_robotics.h"
#include "core/lab/nahrstedt94_transports.h"
#include "core/lab/sun97_shaping.h"

namespace jitterscope {
namespace {

bool in_range(const LabParameter& parameter, const std::string& words) {
  if (!parameter.low) return true;
  double value = 0;
  const char* end = words.data() + words.size();
  const auto [rest, fault] = std::from_chars(words.data(), end, value);
  return fault == std::errc() && rest == end && value >= *parameter.low && value <= *parameter.high;
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
    } else if (!in_range(*found, value)) {
      error = fmt::format("{} takes a number from {:g} to {:g}, not '{}'.", name, *found->low, *found->high, value);
    } else {
      continue;
    }
    return false;
  }
  return true;
}

}  // namespace

const std::vector<LabDefinition>& labs() {
  static const std::vector<LabDefinition> all{claypool98_priority(), claypool98_wakeup(), sun97_shaping(),
                                              nahrstedt94_transports(), nahrstedt94_robotics(),
                                              latecki04_rate_control(), latecki04_capacity_steps()};
  return all;
}

const LabDefinition* find_lab(std::string_view name) {
  for (const LabDefinition& lab : labs())
    if (lab.name == name) return &lab;
  return nullptr;
}

std::optional<LabResult> run_lab(const LabDefinition& lab, LabRun run, std::string& error, LabFault* fault) {
  const auto say = [&](LabFault what) {
    if (fault) *fault = what;
    return std::nullopt;
  };
  error.clear();
  if (!check_mode(lab, run, error) || !check_settings(lab, run, error)) return say(LabFault::kUsage);
  for (const LabParameter& parameter : lab.parameters) run.settings.try_emplace(parameter.name, parameter.value);
  if (lab.lacks) error = lab.lacks(run);
  if (!error.empty()) return say(LabFault::kMachineLacks);
  auto result = lab.execute(run, error);
  if (!result) return say(LabFault::kFailed);
  result->lab = lab.name;
  result->mode = run.live ? "live" : "simulated";
  result->seed = run.seed;
  return result;
}

}  // namespace jitterscope
