#pragma once
// When the watchdog looks next: soon after the process has used processor time, as a runaway does, and seldom while it
// rests. Sans-IO.
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// A real-time thread that runs for more than `share` of `window` is a runaway; one of SCHED_DEADLINE that uses `share`
/// of what is reserved for it (the kernel holds it to that).
struct WatchdogBudget {
  double share = 0.8, reserved_share = 0.95;
  Duration window = Duration::ms(100);  // well below rtkit's limit of 200 ms without a rest
};

/// What a look saw.
struct WatchSeen {
  bool above_all = false;  // the watchdog has its class: a slow bus may give it late, and it may be lost
  bool has_bell = false;   // it can be told that processor time was used
  bool real_time = false;  // a thread has a real-time class
  bool reserved = false;   // one of SCHED_DEADLINE
  Duration since, used;    // the look before, and the processor time of the whole process since then
};

/// The next look comes after `longest`, or sooner when the process has used this processor time, but not before
/// `shortest`.
struct WatchPause {
  Duration shortest, longest;
  std::optional<Duration> processor_time = {};  // absent: whatever it uses
};

WatchPause pause_after(const WatchSeen& seen, const WatchdogBudget& budget);

}  // namespace jitterscope
