#pragma once
// These rules say whether packets of one SSRC are a stream, and which sources of it belong together.
#include <cstddef>
#include <span>
#include <vector>

#include "core/record/import/packet_numbering.h"

namespace jitterscope::trace {

/// Fewer packets are never taken for a stream unless they are named.
inline constexpr std::size_t kFewestPackets = 5;

/// Packets follow each other as those of a stream do: forward by a little, mostly. The fewer there are, the more of
/// them have to.
bool is_consistent(std::span<const CapturedRtp> packets);
/// The next packet of the same numbering, or after a loss.
bool goes_on(const CapturedRtp& before, const CapturedRtp& packet);
/// Two sources carry parts of one numbering: a number of both has one timestamp, others lie between those beside them.
/// Where most packets came from both, each source carries the whole (SMPTE 2022-7), and it is no part.
bool complements(std::span<const CapturedRtp> packets, std::span<const CapturedRtp> others);
/// In RIST (VSF TR-06-1 §5.3.2) the retransmission's SSRC is the media's with its last bit set. Its packets are some
/// that the other stream has, or that lie in its gaps: between two of its numbers, and between their timestamps.
bool sends_again(std::span<const CapturedRtp> retransmitted, std::span<const CapturedRtp> media);
/// Copies the packets of a source alone, and gives them their places in the copy.
std::vector<CapturedRtp> alone(std::span<const CapturedRtp> packets, NumberedSource& source);
/// Some of several numberings may be noise: their packets become strays of the first one.
void drop_what_is_none(std::span<const CapturedRtp> packets, std::vector<NumberedSource>& sources);

}  // namespace jitterscope::trace
