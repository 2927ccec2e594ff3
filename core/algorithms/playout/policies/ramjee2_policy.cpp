#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/ramjee_policy.h"

namespace jitterscope {

PlayoutPolicyDefinition ramjee2_policy() {
  return {.place = 50,
          .name = "ramjee2",
          .label = "Ramjee 2",
          .sentence = "As 1, but follows a growing delay faster (Ramjee et al. 1994, algorithm 2)",
          .make = [](const PlayoutPolicyInput& input) {
            return make_ramjee(AverageEstimator(RamjeeConstants::kRisingWeight), input.medium);
          }};
}

}  // namespace jitterscope
