#pragma once
#include "core/base/units/time.h"

namespace jitterscope {

/// What a stamp may be wrong by beyond its own clock: the kernel's receive stamps are of real time, and on their way to
/// monotonic time a step of real time below 20 µs is followed only within a second; the rest is the reading itself.
inline constexpr Duration kStampError = Duration::us(21);

}  // namespace jitterscope
