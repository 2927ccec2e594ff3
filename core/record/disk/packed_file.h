#pragma once
// Files packed by gzip (RFC 1952).
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope::trace {

/// By its first bytes.
bool is_gzip(std::string_view head);

/// The first bytes of what is in the file, `most` at most; empty when it is damaged or cannot be read.
std::string unpacked_head(const std::string& path, std::size_t most);

/// All that is in the file, several members one after another as gzip does. nullopt and one sentence in `error` when it
/// cannot be read, is damaged or cut off, holds more than 4 GiB or a quarter of the memory that can be had, or is so
/// far as it was unpacked, beyond its first 16 MiB, packed more than 200 to 1, as no capture is. Takes memory for the
/// file and for what is in it, for the latter only once all of that is known.
std::optional<std::string> unpack_gzip(const std::string& path, std::string& error);

}  // namespace jitterscope::trace
