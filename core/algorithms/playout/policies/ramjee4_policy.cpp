#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/ramjee_policy.h"

namespace jitterscope {

PlayoutPolicyDefinition ramjee4_policy() {
  return {.place = 70,
          .name = "ramjee4",
          .label = "Ramjee 4",
          .sentence = "As 1, and follows spikes of the delay while they last (Ramjee et al. 1994, algorithm 4)",
          .make = [](const PlayoutPolicyInput& input) { return make_ramjee(SpikeEstimator(), input.medium); }};
}

}  // namespace jitterscope
