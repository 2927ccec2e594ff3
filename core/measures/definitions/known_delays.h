#pragma once
// Whether the one-way delays of a stream are known.
#include <optional>
#include <string>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// Why R - S of this stream is no one-way delay, in a sentence: the two clocks are not known to agree, or delays are
/// negative by more than the bound that held then (absent counts as 0). Absent: it is one, or no send time is known.
/// What delays vary by is known in either case. `told` wins over what the stream says of its clocks. O(n).
std::optional<std::string> why_no_delay(const StreamInput& stream, std::optional<ClockRelation> told = {});

}  // namespace jitterscope
