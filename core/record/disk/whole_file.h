#pragma once
#include <optional>
#include <string>

namespace jitterscope::trace {

/// All bytes of a file; nullopt and a sentence in `error` when it cannot be read, is a folder, or is larger than 4 GiB
/// or a quarter of the memory that can be had (its packets need as much again and more).
std::optional<std::string> read_whole_file(const std::string& path, std::string& error);

}  // namespace jitterscope::trace
