#pragma once
// May a thread of this program have a class?
#include <string>

#include "core/events/settings.h"

namespace jitterscope {

/// Tries it with a thread that only waits. Empty: it may; else why not and what helps, one sentence. Some milliseconds.
std::string why_refused(const PrioritySetting& setting, ThreadRole role);

}  // namespace jitterscope
