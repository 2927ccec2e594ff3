#pragma once
// What a stream that stopped early lost behind its last packet.
#include <cstdint>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// Packets that the sender counted behind the one of number `highest`; `lowest`, `highest` = of all that came. 0: none,
/// or no count is known.
std::int64_t counted_beyond(const StreamInput&, std::int64_t lowest, std::int64_t highest);

}  // namespace jitterscope
