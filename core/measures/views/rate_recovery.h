#pragma once
// How much of what a narrow link left to the picture was sent under a controller.
#include <optional>

namespace jitterscope {

struct DemonstrationHalf;

struct RateRecovery {
  double available_kbps = 0;  // what the link carried without the controller, less the sound
  double sent_kbps = 0;       // in the five seconds that `within_s` ends, else in the last five
  // Seconds of the second half until five together had 0.8 to 1.1 of it; absent: none.
  std::optional<double> within_s;
};

/// nullopt: packets hardly ever waited for the link, or its relay was overloaded, so what it can carry was not seen; or
/// a half was under five seconds.
std::optional<RateRecovery> rate_recovery(const DemonstrationHalf& without, const DemonstrationHalf& with);

}  // namespace jitterscope
