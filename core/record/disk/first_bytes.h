#pragma once
// The beginning of a file that this process may be recording.
#include <cstddef>
#include <optional>
#include <string>

namespace jitterscope::trace {

/// At most `count` bytes; nullopt: it cannot be read, or is a folder. Any thread. The recorder's locks stay: closing a
/// file takes away all POSIX locks on it that belong to the same table of descriptors (fcntl(2)), so this uses another
/// table. Where that cannot be had (unshare(2) forbidden, no thread to be had) the locks go.
std::optional<std::string> first_bytes(const std::string& path, std::size_t count);

}  // namespace jitterscope::trace
