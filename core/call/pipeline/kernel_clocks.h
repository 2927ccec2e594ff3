#pragma once
#include "core/base/realtime/clock.h"
#include "core/call/steps/machine_clocks.h"

namespace jitterscope {

class KernelClocks : public MachineClocks {
 public:
  ClockOffset realtime() const override { return measure_realtime_offset(); }
  ClockOffset raw() const override { return measure_raw_offset(); }
};

}  // namespace jitterscope
