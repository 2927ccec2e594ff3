#pragma once
// How late a thread that sleeps to a 5 ms schedule wakes, in each class.
#include <string>

#include "app/doctor/check.h"
#include "core/events/settings.h"

namespace jitterscope::doctor {

/// One second of the class's row; sleeps in between. "timer.default.idle", or ".loaded" when `counters` processes count
/// meanwhile (the caller keeps them). A class that is refused is not measured: missing.
Check check_timer(PrioritySetting::Kind, int counters);

}  // namespace jitterscope::doctor
