#include "core/events/playout_setting.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace jitterscope {
namespace {

std::optional<Duration> fixed_delay_of(std::string_view words) {
  double ms = -1;
  const auto [end, fault] = std::from_chars(words.data(), words.data() + words.size(), ms);
  if (fault != std::errc() || end != words.data() + words.size() || !std::isfinite(ms)) return std::nullopt;
  if (ms < 0 || ms > PlayoutSetting::kMostDelay.ms()) return std::nullopt;
  return Duration::from_ms(ms);
}

}  // namespace

std::optional<PlayoutSetting> PlayoutSetting::parse(std::string_view words) {
  if (words.substr(0, 2) == "i:") {
    const auto delay = fixed_delay_of(words.substr(2));
    return delay ? std::optional(PlayoutSetting{PlayoutPolicyKind::kFixed, *delay}) : std::nullopt;
  }
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i)
    if (words == kPlayoutPolicyWords[i]) return PlayoutSetting{static_cast<PlayoutPolicyKind>(i)};
  return std::nullopt;
}

std::string PlayoutSetting::to_string() const {
  if (kind != PlayoutPolicyKind::kFixed) return std::string(jitterscope::to_string(kind));
  return fmt::format("i:{:.6g}", delay.ms());
}

bool parse_playout(std::string_view words, PlayoutSetting& audio, PlayoutSetting& video, std::string& error) {
  PlayoutSetting new_audio = audio, new_video = video;
  while (true) {
    const auto comma = words.find(',');
    std::string_view entry = words.substr(0, comma);
    const bool for_audio = entry.substr(0, 6) == "audio=", for_video = entry.substr(0, 6) == "video=";
    if (for_audio || for_video) entry.remove_prefix(6);
    const auto setting = PlayoutSetting::parse(entry);
    if (!setting) {
      error = fmt::format(
          "\"{}\" is no playout policy: e, i:MS with MS from 0 to 2000, optimum, ramjee1 … ramjee4 or "
          "queue-monitoring, for both media or as audio=…,video=…",
          entry);
      return false;
    }
    if (!for_video) new_audio = *setting;
    if (!for_audio) new_video = *setting;
    if (comma == std::string_view::npos) break;
    words.remove_prefix(comma + 1);
  }
  audio = new_audio;
  video = new_video;
  return true;
}

}  // namespace jitterscope
