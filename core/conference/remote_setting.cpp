#include "core/conference/messages.h"

namespace jitterscope {
namespace {
constexpr std::string_view kPriorityPrefix = "priority.";

/// Those of the far end's threads that a peer may set.
bool is_media_thread(ThreadRole role) {
  return role == ThreadRole::kAudioSend || role == ThreadRole::kAudioReceive || role == ThreadRole::kVideoSend ||
         role == ThreadRole::kVideoReceive;
}
}  // namespace

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
  if (!role || !priority || !is_media_thread(*role)) return std::nullopt;
  const bool names_level = priority->kind == PrioritySetting::Kind::kRealtime && priority->level;
  if (names_level) return std::nullopt;  // how high a real-time thread may stand is its own machine's to say
  return SetPriority{*role, *priority, End::kMine};
}

}  // namespace jitterscope
