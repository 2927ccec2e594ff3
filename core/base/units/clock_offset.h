#pragma once
#include "core/base/units/time.h"

namespace jitterscope {

/// One clock less monotonic time, measured by reading both; the truth lies within ± `uncertainty`.
struct ClockOffset {
  Duration offset;
  Duration uncertainty;
  /// A stamp of that clock on the monotonic one.
  Timestamp to_monotonic(Timestamp stamp) const { return stamp - offset; }
};

}  // namespace jitterscope
