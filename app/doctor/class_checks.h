#pragma once
// Which scheduling classes this process can have, tried on a thread that ends at once, and by which right.
#include <optional>
#include <string>
#include <vector>

#include "app/doctor/check.h"
#include "core/events/settings.h"

namespace jitterscope::doctor {

/// "class.default", "class.nice", "class.fifo", "class.rr".
std::vector<Check> check_classes();
/// What helps a user who lacks the class, one sentence.
std::string class_remedy(PrioritySetting::Kind);

}  // namespace jitterscope::doctor
