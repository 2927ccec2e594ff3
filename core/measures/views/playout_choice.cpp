#include "core/measures/views/playout_choice.h"

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

const std::vector<PlayoutChoice>& playout_choices() {
  static const std::vector<PlayoutChoice> choices = [] {
    std::vector<PlayoutChoice> all;
    for (const PlayoutPolicyDefinition& known : playout_policies())
      all.push_back({playout_setting_of(known), known.label,
                     known.short_label.empty() ? known.label : known.short_label, known.sentence});
    return all;
  }();
  return choices;
}

std::size_t playout_choice_of(const PlayoutSetting& setting) {
  return playout_policy_index(setting.policy.view());
}

}  // namespace jitterscope
