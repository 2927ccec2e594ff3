#pragma once
// Which scheduling classes this process can have, tried on a thread that ends at once, and by which right.
#include <string>
#include <vector>

#include "app/doctor/check.h"
#include "core/events/settings.h"

namespace jitterscope::doctor {

/// "class.default", "class.nice", "class.fifo", "class.rr", "class.deadline", "class.slice".
std::vector<Check> check_classes();
/// "rights.rtkit": what the service grants. A second when the bus does not answer.
Check check_rtkit();
/// What helps a user who lacks the class, one sentence.
std::string class_remedy(PrioritySetting::Kind);

}  // namespace jitterscope::doctor
