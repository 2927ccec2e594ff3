#pragma once
// What the kernel's files tell of this machine and this process.
#include <cstdint>
#include <optional>
#include <string>

namespace jitterscope {

/// Returns the file's first line; nullopt when it cannot be read.
std::optional<std::string> first_line(const std::string& path);
/// Returns the whole number that the file begins with.
std::optional<std::int64_t> read_number(const std::string& path);
/// Returns VALUE of the first line "KEY<spaces>: VALUE" of a file such as /proc/cpuinfo.
std::optional<std::string> field_of(const std::string& path, const std::string& key);

/// Returns a name such as "Debian GNU/Linux 12 (bookworm)".
std::optional<std::string> system_name();
/// Whether this machine runs under a hypervisor.
bool is_virtual();

/// Whether the calling thread's effective set holds the capability (CAP_SYS_NICE ... of linux/capability.h).
bool has_capability(int capability);

/// Whether a command of this name is on PATH or in the system's own folders.
bool command_exists(const std::string& name);

}  // namespace jitterscope
