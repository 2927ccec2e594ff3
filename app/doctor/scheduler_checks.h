#pragma once
// Settings of the kernel's scheduler that decide what classes are worth, and the cores there are.
#include "app/doctor/check.h"

namespace jitterscope::doctor {

Check check_throttling();
Check check_autogroup();
Check check_cores();

}  // namespace jitterscope::doctor
