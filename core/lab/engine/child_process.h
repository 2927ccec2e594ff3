#pragma once
// Runs this program again, or another, with an end in sight.
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

/// Starts /proc/self/exe with `arguments`, its output into `log` (made anew), and waits for its end, at most `limit`;
/// then it is told to end, and killed 5 s later. Its exit status; nullopt: it could not be started, was killed, or took
/// too long, and `error` says which. Blocks. The child must tie itself to its parent (--end-with-parent).
std::optional<int> run_self(const std::vector<std::string>& arguments, const std::string& log, Duration limit,
                            std::string& error);

/// The same for another program, looked for in PATH: nothing ties it to its parent, so its work must be bounded. When
/// there is none, `error` names the `package` that has it.
std::optional<int> run_program(const std::string& program, const std::string& package,
                               const std::vector<std::string>& arguments, const std::string& log, Duration limit,
                               std::string& error);
/// Starts /proc/self/exe and returns at once; the caller waits for it.
std::optional<pid_t> start_self(const std::vector<std::string>& arguments, const std::string& log, std::string& error);

}  // namespace jitterscope
