#pragma once
// The bytes of a file: how much of it may be read, its beginning, all of it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace jitterscope::trace {

/// Bytes that can be had without swapping (MemAvailable of /proc/meminfo); 4 GiB where the system does not say.
std::int64_t available_memory();

/// RTP packets of a capture that can be held and analysed.
std::size_t packets_that_fit();

/// At most `count` bytes from the beginning of a file that this process may be recording; nullopt: it cannot be read,
/// or is a folder. Any thread. The recorder's locks stay: closing a file takes away all POSIX locks on it that belong
/// to the same table of descriptors (fcntl(2)), so this uses another table. Where that cannot be had (unshare(2)
/// forbidden, no thread to be had) the locks go.
std::optional<std::string> first_bytes(const std::string& path, std::size_t count);

/// All bytes of a file; nullopt and a sentence in `error` when it cannot be read, is a folder, or is larger than 4 GiB
/// or a quarter of the memory that can be had (its packets need as much again and more).
std::optional<std::string> read_whole_file(const std::string& path, std::string& error);

}  // namespace jitterscope::trace
