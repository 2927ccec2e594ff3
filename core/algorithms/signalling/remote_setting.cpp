#include "core/algorithms/signalling/messages.h"

#include <charconv>

#include "core/events/audio_block.h"

namespace jitterscope {
namespace {
constexpr std::string_view kPriorityPrefix = "priority.", kAudioBlock = "audio-block";

/// Those of the remote's threads that a peer may set.
bool is_media_thread(ThreadRole role) {
  return role == ThreadRole::kAudioSend || role == ThreadRole::kAudioReceive || role == ThreadRole::kVideoSend ||
         role == ThreadRole::kVideoReceive;
}

std::optional<int> parse_block(std::string_view words) {
  int bytes = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), bytes);
  const bool whole = error == std::errc() && end == words.data() + words.size();
  return whole && bytes >= kSmallestAudioBlock && bytes <= kLargestAudioBlock ? std::optional(bytes) : std::nullopt;
}
}  // namespace

std::string setting_name(const RemoteSetting& setting) {
  if (std::holds_alternative<SetShaping>(setting)) return "shaping";
  if (std::holds_alternative<SetAudioBlock>(setting)) return std::string(kAudioBlock);
  return std::string(kPriorityPrefix) + std::string(to_string(std::get<SetPriority>(setting).role));
}

std::string setting_value(const RemoteSetting& setting) {
  if (const auto* shaping = std::get_if<SetShaping>(&setting)) return shaping->shaping.to_string();
  if (const auto* block = std::get_if<SetAudioBlock>(&setting)) return std::to_string(block->bytes);
  return std::get<SetPriority>(setting).priority.to_string();
}

std::optional<RemoteSetting> parse_setting(std::string_view name, std::string_view value) {
  if (name == "shaping") {
    const auto shaping = ShapingSetting::parse(value);
    if (!shaping) return std::nullopt;
    return SetShaping{*shaping, End::kMine};
  }
  if (name == kAudioBlock) {
    const auto bytes = parse_block(value);
    if (!bytes) return std::nullopt;
    return SetAudioBlock{*bytes, End::kMine};
  }
  if (!name.starts_with(kPriorityPrefix)) return std::nullopt;
  const auto role = parse_thread_role(name.substr(kPriorityPrefix.size()));
  const auto priority = PrioritySetting::parse(value);
  if (!role || !priority || !is_media_thread(*role)) return std::nullopt;
  // How high a thread may stand, and what is reserved for it, is its own machine's to say.
  const bool names_figures = priority->level || priority->runtime || priority->period;
  if (names_figures || priority->kind == PrioritySetting::Kind::kDeadline) return std::nullopt;
  return SetPriority{*role, *priority, End::kMine};
}

}  // namespace jitterscope
