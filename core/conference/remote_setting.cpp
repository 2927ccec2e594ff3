#include "core/conference/messages.h"

namespace jitterscope {
namespace {
constexpr std::string_view kPriorityPrefix = "priority.";
}

std::string setting_name(const RemoteSetting& setting) {
  if (std::holds_alternative<SetShaping>(setting)) return "shaping";
  return std::string(kPriorityPrefix) + std::string(to_string(std::get<SetPriority>(setting).role));
}

std::string setting_value(const RemoteSetting& setting) {
  if (const auto* shaping = std::get_if<SetShaping>(&setting)) return shaping->shaping.to_string();
  return std::get<SetPriority>(setting).priority.to_string();
}

std::optional<RemoteSetting> parse_setting(std::string_view name, std::string_view value) {
  if (name == "shaping") {
    const auto shaping = ShapingSetting::parse(value);
    if (!shaping) return std::nullopt;
    return SetShaping{*shaping, End::kMine};
  }
  if (!name.starts_with(kPriorityPrefix)) return std::nullopt;
  const auto role = parse_thread_role(name.substr(kPriorityPrefix.size()));
  const auto priority = PrioritySetting::parse(value);
  if (!role || !priority) return std::nullopt;
  return SetPriority{*role, *priority, End::kMine};
}

}  // namespace jitterscope
