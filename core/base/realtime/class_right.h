#pragma once
// May a thread of this program have a class, and by which right?
#include <string>

#include "core/base/scheduling/priority_setting.h"
#include "core/base/scheduling/thread_role.h"

namespace jitterscope {

/// CAP_SYS_NICE in the calling thread's effective set: root, or whom root gave it.
bool has_sys_nice();
/// Whether classes are to be had beyond the user's limits: has_sys_nice, or jitterscope_priority was given the right
/// (packaging/realtime/grant).
bool has_granted_right();
/// Tries it with a thread that does nothing else. Empty: it may; else why not and what helps, one sentence. As long as
/// apply_priority.
std::string why_refused(const PrioritySetting& setting, ThreadRole role);

}  // namespace jitterscope
