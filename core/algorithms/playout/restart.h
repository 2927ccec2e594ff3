#pragma once
// Whether a sender's timestamps began anew within one stream.
#include <algorithm>

#include "core/base/units/time.h"

namespace jitterscope {

/// From one unit to the next: `source` by the sender's timestamps, `transit` = arrival less those. Both a second or
/// more off: the timestamps jumped. A stall of the network moves the transit alone, a silence the source alone.
inline bool timestamps_restarted(Duration source, Duration transit) {
  constexpr Duration jump = Duration::seconds(1);
  return std::max(source, -source) >= jump && std::max(transit, -transit) >= jump;
}

}  // namespace jitterscope
