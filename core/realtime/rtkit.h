#pragma once
// RealtimeKit: the service of the desktop that gives a user's thread a better class (system D-Bus,
// org.freedesktop.RealtimeKit1). Normal threads only: each call may take up to a second.
#include <sys/types.h>

#include <optional>
#include <string>

#include "core/units/time.h"

namespace jitterscope {

/// What the service grants at most.
struct RtkitLimits {
  int realtime_level = 0;  // MaxRealtimePriority
  int nice_level = 0;      // MinNiceLevel
  Duration realtime_time;  // RTTimeUSecMax: RLIMIT_RTTIME must not be above it
};

struct RtkitAnswer {
  std::optional<int> level;  // had; nullopt: refused or not there
  std::string reason;        // of a refusal, as the bus says it; empty when there is no such service here
};

/// nullopt: no system bus, no such service, or no answer within a second. After a failure nobody is asked again for ten
/// seconds.
std::optional<RtkitLimits> rtkit_limits();
/// SCHED_RR at `level`, or at the highest level below the service's limit (`highest`: at the limit itself). Sets
/// RLIMIT_RTTIME as the service demands.
RtkitAnswer rtkit_make_realtime(pid_t tid, int level, bool highest);
/// Nice at `level`, or at the service's limit.
RtkitAnswer rtkit_make_nice(pid_t tid, int level);

}  // namespace jitterscope
