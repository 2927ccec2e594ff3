#include "core/algorithms/playout/policy_definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace jitterscope {

const std::vector<PlayoutPolicyDefinition>& playout_policies() {
  static const std::vector<PlayoutPolicyDefinition> ordered = [] {
    auto all = all_playout_policies();
    std::ranges::stable_sort(all, {}, &PlayoutPolicyDefinition::place);
    return all;
  }();
  return ordered;
}

std::size_t playout_policy_index(std::string_view name) {
  const auto& all = playout_policies();
  return static_cast<std::size_t>(std::ranges::find(all, name, &PlayoutPolicyDefinition::name) - all.begin());
}

const PlayoutPolicyDefinition* find_playout_policy(std::string_view name) {
  const std::size_t index = playout_policy_index(name);
  return index < playout_policies().size() ? &playout_policies()[index] : nullptr;
}

PlayoutSetting playout_setting_of(const PlayoutPolicyDefinition& definition) {
  return {ShortText<24>(definition.name),
          definition.takes_delay ? std::optional(PlayoutSetting::kUsualDelay) : std::nullopt};
}

std::optional<PlayoutSetting> known_playout(std::string_view words) {
  const auto setting = PlayoutSetting::parse(words);
  const auto* definition = setting ? find_playout_policy(setting->policy.view()) : nullptr;
  if (!definition || definition->takes_delay != setting->delay.has_value()) return std::nullopt;
  return setting;
}

std::string playout_words() {
  const auto& all = playout_policies();
  std::string words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) words += i + 1 < all.size() ? ", " : " or ";
    words += all[i].name + (all[i].takes_delay ? ":MS" : "");
  }
  return words;
}

bool parse_playout(std::string_view words, PlayoutSetting& audio, PlayoutSetting& video, std::string& error) {
  PlayoutSetting new_audio = audio, new_video = video;
  while (true) {
    const auto comma = words.find(',');
    std::string_view entry = words.substr(0, comma);
    const bool for_audio = entry.substr(0, 6) == "audio=", for_video = entry.substr(0, 6) == "video=";
    if (for_audio || for_video) entry.remove_prefix(6);
    const auto setting = known_playout(entry);
    if (!setting) {
      error =
          fmt::format("\"{}\" is no playout policy: {}, with MS from 0 to {:.0f}, for both media or as audio=…,video=…",
                      entry, playout_words(), PlayoutSetting::kMostDelay.ms());
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

std::unique_ptr<PlayoutPolicy> make_playout_policy(const PlayoutSetting& setting, Medium medium, Duration period) {
  const auto* definition = find_playout_policy(setting.policy.view());
  if (!definition) throw std::invalid_argument("There is no playout policy \"" + setting.to_string() + "\".");
  return definition->make({setting, medium, period});
}

}  // namespace jitterscope
