#pragma once
// The clocks that every stamp comes from, and audio blocks that fall in step with the scheduler's tick.
#include "app/doctor/check.h"
#include "core/base/units/time.h"

namespace jitterscope::doctor {

Check check_clock_source();
Check check_timer_tick();
Check check_time_namespace();
Check check_audio_blocks();

}  // namespace jitterscope::doctor
