#pragma once
#include <optional>

#include "core/base/units/stamp_error.h"

namespace jitterscope {

/// One exchange of four stamps. t1 (asked), t4 (answer came): this machine's monotonic clock; t2 (question came), t3
/// (answered): the master's conference clock.
struct ClockSample {
  Timestamp t1, t2, t3, t4;
  // How far each clock is ahead of its machine's raw hardware clock (CLOCK_MONOTONIC_RAW), on any scale that stays:
  // what a time daemon makes it gain. At t4 and at t3; absent: not known.
  std::optional<Duration> slewed_local = {}, slewed_remote = {};

  Duration round_trip() const { return (t4 - t1) - (t3 - t2); }  // without the master's time to answer
};

}  // namespace jitterscope
