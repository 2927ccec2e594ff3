#pragma once
// How much of a file may be read: what this machine has memory for.
#include <cstddef>
#include <cstdint>

namespace jitterscope::trace {

/// Bytes that can be had without swapping (MemAvailable of /proc/meminfo); 4 GiB where the system does not say.
std::int64_t available_memory();

/// RTP packets of a capture that can be held and analysed.
std::size_t packets_that_fit();

}  // namespace jitterscope::trace
