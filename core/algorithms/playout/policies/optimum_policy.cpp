#include "core/algorithms/playout/fixed_delay_policy.h"
#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

PlayoutPolicyDefinition optimum_policy() {
  return {.place = 30,
          .name = "optimum",
          .label = "I: live optimum",
          .short_label = "live optimum",
          .sentence =
              "I-policy whose delay follows the optimum of the last minute (claypool98 §8.1), of transits from capture",
          .follows_optimum = true,
          .make = [](const PlayoutPolicyInput& input) -> std::unique_ptr<PlayoutPolicy> {
            const Duration target = input.setting.delay.value_or(PlayoutSetting::kUsualDelay);
            return std::make_unique<FixedDelayPolicy>(target, false, input.medium);
          }};
}

}  // namespace jitterscope
