#pragma once
// What changed between two stretches that the window has taken.
#include <stop_token>

#include "core/record/open/open_options.h"
#include "ui/session_port.h"

namespace jitterscope {

/// Any thread; takes seconds for 10^6 packets. Without a table soon after `stop` is asked for while a file is read.
CompareResult compare_stretches(const StretchToCompare& before, const StretchToCompare& after,
                                const OpenOptions& options, const std::stop_token& stop = {});

}  // namespace jitterscope
