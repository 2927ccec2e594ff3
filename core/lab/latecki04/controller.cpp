#include "core/lab/latecki04/controller.h"

#include <fmt/format.h>

#include "core/algorithms/rate/rate_controller.h"
#include "core/call/analysis/controller_choice.h"

namespace jitterscope {

std::optional<RateControllerInput> controller_of(const LabRun& run, const std::string& parameter, std::string& error) {
  const std::string& words = run.settings.at(parameter);
  std::string fault;
  std::optional<RateControllerInput> input;
  if (const auto setting = RateControlSetting::parse(words, fault))
    input = setting->on() ? controller_input(by_present_name(*setting), fault) : RateControllerInput{*setting, {}};
  if (input && input->setting.on() && !make_rate_controller(*input, fault)) input.reset();
  if (!input) error = fmt::format("{}={}: {}", parameter, words, fault);
  return input;
}

std::string controller_words(const LabRun& run, const std::string& parameter) {
  std::string never;
  const auto control = controller_of(run, parameter, never);
  const auto* definition = control ? find_rate_controller(control->setting.controller) : nullptr;
  if (!definition) return {};
  return fmt::format("{} (--set {}={})", definition->label, parameter, control->setting.to_string());
}

}  // namespace jitterscope
