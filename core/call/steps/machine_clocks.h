#pragma once
#include "core/base/units/clock_offset.h"

namespace jitterscope {

/// The machine's clocks beside its monotonic one, which may be set and slewed. The step's thread.
class MachineClocks {
 public:
  virtual ~MachineClocks() = default;
  virtual ClockOffset realtime() const = 0;
  /// Of the clock that nobody slews.
  virtual ClockOffset raw() const = 0;
  /// How far the monotonic clock is ahead of that.
  Duration slewed() const { return -raw().offset; }
};

}  // namespace jitterscope
