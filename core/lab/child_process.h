#pragma once
// Runs this program again, with an end in sight.
#include <optional>
#include <string>
#include <vector>

#include "core/units/time.h"

namespace jitterscope {

/// Starts /proc/self/exe with `arguments`, its output into `log` (made anew), and waits for its end, at most `limit`;
/// then it is told to end, and killed 5 s later. Its exit status; nullopt: it could not be started, was killed, or took
/// too long, and `error` says which. Blocks. The child must tie itself to its parent (--end-with-parent).
std::optional<int> run_self(const std::vector<std::string>& arguments, const std::string& log, Duration limit,
                            std::string& error);

}  // namespace jitterscope
