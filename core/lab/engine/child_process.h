#pragma once
// Runs this program again, or another, with an end in sight.
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

/// Looked for in PATH where `file` is no path.
struct ChildProgram {
  const char* file;
  const char* name;               // for messages and for its own first word
  const char* package = nullptr;  // that has it
};
/// As a child it must tie itself to its parent (--end-with-parent, `tied`, `counter`).
inline constexpr ChildProgram kThisProgram{"/proc/self/exe", "jitterscope"};

/// Starts it, its output into `log` (made anew), and returns at once; the caller waits for it. nullopt: `error` says
/// why, and which package has a program that is missing.
std::optional<pid_t> start_program(const ChildProgram&, const std::vector<std::string>& arguments,
                                   const std::string& log, std::string& error);
/// Starts it and waits for its end, at most `limit`; then it is told to end, and killed 5 s later. Its exit status;
/// nullopt: it could not be started, was killed, or took too long, and `error` says which. Blocks. Nothing ties another
/// program to its parent, so its work must be bounded.
std::optional<int> run_program(const ChildProgram&, const std::vector<std::string>& arguments, const std::string& log,
                               Duration limit, std::string& error);
/// The last line of such a log that is not JSON, cut at 500 bytes: why a child of this program failed.
std::string last_words_in(const std::string& log);

}  // namespace jitterscope
