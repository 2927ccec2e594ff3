#include "core/algorithms/playout/fixed_delay_policy.h"
#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

PlayoutPolicyDefinition fixed_policy() {
  return {.place = 20,
          .name = "i",
          .label = "I: fixed",
          .short_label = "I-policy",
          .sentence = "I-policy with a fixed delay: what comes later than that is not played (claypool98 §8.1)",
          .takes_delay = true,
          .make = [](const PlayoutPolicyInput& input) -> std::unique_ptr<PlayoutPolicy> {
            const Duration target = input.setting.delay.value_or(PlayoutSetting::kUsualDelay);
            return std::make_unique<FixedDelayPolicy>(target, true, input.medium);
          }};
}

}  // namespace jitterscope
