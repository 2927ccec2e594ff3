#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/ramjee_policy.h"

namespace jitterscope {

PlayoutPolicyDefinition ramjee3_policy() {
  return {
      .place = 60,
      .name = "ramjee3",
      .label = "Ramjee 3",
      .sentence = "The smallest delay of the talkspurt before and four deviations (Ramjee et al. 1994, algorithm 3)",
      .make = [](const PlayoutPolicyInput& input) { return make_ramjee(MinimumEstimator(), input.medium); }};
}

}  // namespace jitterscope
