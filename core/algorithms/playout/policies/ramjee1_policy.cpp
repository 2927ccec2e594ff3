#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/ramjee_policy.h"

namespace jitterscope {

PlayoutPolicyDefinition ramjee1_policy() {
  return {
      .place = 40,
      .name = "ramjee1",
      .label = "Ramjee 1",
      .sentence = "Smoothed mean of the delay and four deviations, slow to follow (Ramjee et al. 1994, algorithm 1)",
      .make = [](const PlayoutPolicyInput& input) {
        return make_ramjee(AverageEstimator(RamjeeConstants::kWeight), input.medium);
      }};
}

}  // namespace jitterscope
