#pragma once
// The last resort behind the watchdog (RLIMIT_RTTIME, setrlimit(2)): the kernel signals a thread of SCHED_FIFO or
// SCHED_RR that does not rest, and ends the process when the signal does not help.
#include "core/base/scheduling/class_limits.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Sets the limit for the whole process: SIGXCPU after three quarters of `hardest` without a rest, the end at
/// `hardest`; a limit that is tighter already stays. The signal takes the class from all real-time threads but those
/// named as the watchdog is. A handler of somebody else's stays. Any thread; calls after the first cost a lock.
void guard_real_time(Duration hardest = class_limits::kLongestWithoutRest);

}  // namespace jitterscope
