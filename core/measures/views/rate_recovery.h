#pragma once
// How much of what a narrow link left to it the picture took under a controller.
#include <optional>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

struct RateRecovery {
  double available_kbps = 0;       // what the link carried without the controller, less the sound
  double taken_kbps = 0;           // of the five seconds that `within_s` ends, else of the last five
  std::optional<double> within_s;  // of the second half: until five seconds together took 0.8 of it; absent: never
};

/// nullopt: packets never waited for the link, so what it can carry was not seen, or a half was under five seconds.
std::optional<RateRecovery> rate_recovery(const DemonstrationHalf& without, const DemonstrationHalf& with);

}  // namespace jitterscope
