#pragma once
#include "core/lab/latecki04/simulation.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope::latecki04 {

/// What became of what the first end of a call sent that is over. Times of the result count from the call's begin.
RateRun run_of(const RateScenario& scenario, const virtual_call::VirtualCall& call);

}  // namespace jitterscope::latecki04
