#include "core/algorithms/playout/policy_definition.h"

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

bool is_known(const PlayoutSetting& setting) {
  const auto* definition = find_playout_policy(setting.policy.view());
  return definition && definition->takes_delay == setting.delay.has_value();
}

std::optional<PlayoutSetting> known_playout(std::string_view words) {
  const auto setting = PlayoutSetting::parse(words);
  return setting && is_known(*setting) ? setting : std::nullopt;
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

std::unique_ptr<PlayoutPolicy> make_playout_policy(const PlayoutSetting& setting, Medium medium, Duration period) {
  const auto* definition = find_playout_policy(setting.policy.view());
  if (!definition) throw std::invalid_argument("There is no playout policy \"" + setting.to_string() + "\".");
  return definition->make({setting, medium, period});
}

}  // namespace jitterscope
