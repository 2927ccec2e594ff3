#include "core/events/commands.h"

#include <utility>

namespace jitterscope {

Command command_of(AnySetting setting) {
  return std::visit([](auto& wanted) { return Command(std::move(wanted)); }, setting);
}

std::optional<AnySetting> setting_in(const Command& command) {
  return std::visit(
      []<typename C>(const C& wanted) -> std::optional<AnySetting> {
        if constexpr (requires { typename C::Setting; })
          return wanted;
        else
          return std::nullopt;
      },
      command);
}

}  // namespace jitterscope
