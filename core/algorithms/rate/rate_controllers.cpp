#include "core/algorithms/rate/rate_controllers.h"

#include <algorithm>

#include "core/algorithms/rate/rate_controller.h"

namespace jitterscope {

const RateControllerDefinition* find_rate_controller(std::string_view name) {
  const auto& all = rate_controllers();
  const auto found = std::ranges::find_if(all, [&](const RateControllerDefinition& known) {
    return known.name == name || std::ranges::find(known.former_names, name) != known.former_names.end();
  });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<RateController> make_rate_controller(const RateControllerInput& input, std::string& error) {
  const RateControllerDefinition* definition = find_rate_controller(input.setting.controller);
  if (!definition) {
    error = "There is no rate control \"" + input.setting.controller + "\"; known are off";
    for (const auto& known : rate_controllers()) error += ", " + known.name;
    error += ".";
    return nullptr;
  }
  if (definition->argument.empty() && !input.setting.argument.empty()) {
    error = definition->name + " takes nothing after a colon.";
    return nullptr;
  }
  return definition->make(input, error);
}

}  // namespace jitterscope
