#pragma once
// May a thread of this program have a class?
#include <string>

#include "core/events/settings.h"

namespace jitterscope {

/// Tries it with a thread that does nothing else. Empty: it may; else why not and what helps, one sentence. As long as
/// apply_priority.
std::string why_refused(const PrioritySetting& setting, ThreadRole role);

}  // namespace jitterscope
