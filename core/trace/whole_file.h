#pragma once
#include <optional>
#include <string>

namespace jitterscope::trace {

/// All bytes of a file; nullopt and a sentence in `error` when it cannot be read or is a folder.
std::optional<std::string> read_whole_file(const std::string& path, std::string& error);

}  // namespace jitterscope::trace
