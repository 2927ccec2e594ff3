#include "core/call/analysis/controller_choice.h"

#include "core/algorithms/rate/rate_controller.h"
#include "core/record/trace/rate_schedule.h"

namespace jitterscope {

RateControlSetting by_present_name(RateControlSetting setting) {
  if (const RateControllerDefinition* definition = find_rate_controller(setting.controller))
    setting.controller = definition->name;
  return setting;
}

std::optional<RateControllerInput> controller_input(const RateControlSetting& setting, std::string& error) {
  RateControllerInput input{setting, {}};
  const RateControllerDefinition* definition = find_rate_controller(setting.controller);
  if (definition && definition->reads_schedule && !setting.argument.empty()) {
    auto schedule = read_rate_schedule(setting.argument, error);
    if (!schedule) return std::nullopt;
    input.schedule = std::move(*schedule);
  }
  return input;
}

std::unique_ptr<RateController> choose_controller(const RateControlSetting& setting, std::string& error) {
  if (const auto* definition = find_rate_controller(setting.controller); definition && definition->needs_feedback) {
    error = definition->name + " needs feedback on each packet (RFC 8888), which no remote gives yet.";
    return nullptr;
  }
  const auto input = controller_input(setting, error);
  return input ? make_rate_controller(*input, error) : nullptr;
}

bool is_same_controller(const RateControlSetting& one, const RateControlSetting& other) {
  const RateControllerDefinition* definition = find_rate_controller(one.controller);
  const bool same_limits = one.lowest == other.lowest && one.highest == other.highest;
  return one.controller == other.controller && one.argument == other.argument &&
         (same_limits || (definition && definition->follows_limits));
}

bool needs_reports(const RateControlSetting& setting) {
  const RateControllerDefinition* definition = find_rate_controller(setting.controller);
  return definition && definition->needs_reports;
}

}  // namespace jitterscope
