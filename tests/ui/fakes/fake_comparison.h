#pragma once
#include "ui/session_port.h"

namespace jitterscope {

/// Of a shaping lesson: sound and picture before (C) and after (A), every verdict once.
CompareResult make_compare_result();

}  // namespace jitterscope
