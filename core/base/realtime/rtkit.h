#pragma once
// RealtimeKit: the service of the desktop that gives a user's thread a better class (system D-Bus,
// org.freedesktop.RealtimeKit1). Normal threads only: each call may take up to a second.
#include <sys/types.h>

#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// What the service grants at most.
struct RtkitLimits {
  int realtime_level = 0;  // MaxRealtimePriority
  int nice_level = 0;      // MinNiceLevel
  Duration realtime_time;  // RTTimeUSecMax: RLIMIT_RTTIME must not be above it
};

/// nullopt: no system bus, no such service, or no answer within a second. After that nobody is asked again for ten
/// seconds, also not by the functions below.
std::optional<RtkitLimits> rtkit_limits();
/// SCHED_RR at `level`, or at the highest level below the service's limit (`highest`: at the limit itself). Sets
/// RLIMIT_RTTIME as the service demands. False: refused, or nobody answers.
bool rtkit_make_realtime(pid_t tid, int level, bool highest);
/// Nice at `level`, or at the service's limit. False: refused, or nobody answers.
bool rtkit_make_nice(pid_t tid, int level);

}  // namespace jitterscope
