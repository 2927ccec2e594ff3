#pragma once
// Whether the one-way delays of a stream are known.
#include <optional>
#include <string>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// Longer no packet is under way: TCP counts on two minutes as the longest life of a segment anywhere (RFC 9293
/// §3.4.1), an emulated link delays by at most one, and a call whose control connection is silent for half a minute has
/// ended.
inline constexpr Duration kLongestDelay = Duration::seconds(120);

/// No one-way delay by clocks that agree to within `bound`.
bool is_impossible_delay(Duration delay, Duration bound);
/// Why a stream that has such a delay has none that is known.
std::string why_impossible(Duration delay);

/// Why R - S of this stream is no one-way delay, in a sentence: the two clocks are not known to agree, or delays are
/// negative by more than the bound that held then (absent counts as 0), or longer than kLongestDelay. Absent: it is
/// one, or no send time is known. The variation of delays is known in either case. `told`, where given, replaces what
/// the stream says of its clocks. O(n).
std::optional<std::string> why_no_delay(const StreamInput& stream, std::optional<ClockRelation> told = {});

}  // namespace jitterscope
