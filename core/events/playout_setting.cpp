#include "core/events/playout_setting.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jitterscope {
namespace {

std::optional<Duration> playout_delay_of(std::string_view words) {
  double ms = -1;
  const auto [end, fault] = std::from_chars(words.data(), words.data() + words.size(), ms);
  if (fault != std::errc() || end != words.data() + words.size() || !std::isfinite(ms)) return std::nullopt;
  if (ms < 0 || ms > PlayoutSetting::kMostDelay.ms()) return std::nullopt;
  return Duration::from_ms(ms);
}

bool is_policy_word(std::string_view word) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !word.empty() && word.size() < sizeof(PlayoutSetting::policy) && std::ranges::all_of(word, allowed);
}

}  // namespace

std::optional<PlayoutSetting> PlayoutSetting::parse(std::string_view words) {
  const auto colon = words.find(':');
  if (!is_policy_word(words.substr(0, colon))) return std::nullopt;
  PlayoutSetting setting{words.substr(0, colon), std::nullopt};
  if (colon == std::string_view::npos) return setting;
  setting.delay = playout_delay_of(words.substr(colon + 1));
  return setting.delay ? std::optional(setting) : std::nullopt;
}

std::string PlayoutSetting::to_string() const {
  return delay ? fmt::format("{}:{:.6g}", policy.view(), delay->ms()) : std::string(policy.view());
}

}  // namespace jitterscope
