#pragma once
#include <vector>

#include "core/events/event.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

/// What became of what one end of a call sent that is over, by the events of both ends, whose clock is one. Times of
/// the result count from `began`. The seconds of the link are left empty.
RateRun fates_of(const std::vector<Event>& sender, const std::vector<Event>& receiver, Timestamp began,
                 Transport transport);

}  // namespace jitterscope::latecki04
