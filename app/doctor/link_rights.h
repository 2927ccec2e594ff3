#pragma once
#include "app/doctor/check.h"

namespace jitterscope::doctor {

/// What a link of the kernel's own queues (path=kernel) needs: root, `ip`, `tc`, network namespaces (one is made and
/// let go).
Check check_link_rights();

}  // namespace jitterscope::doctor
