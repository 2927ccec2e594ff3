#pragma once
// Whether a sender's timestamps began anew within one stream.
#include <algorithm>
#include <cmath>

#include "core/base/units/time.h"

namespace jitterscope {

/// From one unit to the next: `source` by the sender's timestamps, `transit` = arrival less those. Both a second or
/// more off: the timestamps jumped. A stall of the network moves the transit alone, a silence the source alone.
inline bool timestamps_restarted(Duration source, Duration transit) {
  constexpr Duration jump = Duration::seconds(1);
  return std::max(source, -source) >= jump && std::max(transit, -transit) >= jump;
}

/// The same of a record, in which `off_least` = transit less the least one of all before: timestamps whose transit is
/// usual again are those of a sender that stood still, and whose clock went on.
inline bool timestamps_restarted(Duration source, Duration transit, Duration off_least) {
  return timestamps_restarted(source, transit) && std::max(off_least, -off_least) >= Duration::seconds(1);
}

/// The same in seconds, which no timestamp overflows.
inline bool timestamps_restarted(double source_s, double transit_s) {
  return std::abs(source_s) >= 1 && std::abs(transit_s) >= 1;
}

}  // namespace jitterscope
