#pragma once
// The lab latecki04.capacity-steps: RFC 8867 §5.1's variable capacity for one flow, in virtual time.
#include "core/lab/engine/lab.h"

namespace jitterscope {

LabDefinition latecki04_capacity_steps_lab();

}  // namespace jitterscope
