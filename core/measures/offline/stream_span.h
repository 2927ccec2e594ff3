#pragma once
// The part of a stream that came, or should have come, in a span of time.
#include <cstdint>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

struct AnalysisOptions;

/// Packets that the sender of a stream that stopped early counted behind the one of number `highest`; `lowest`,
/// `highest` = of all that came. 0: none, or no count is known.
std::int64_t counted_beyond(const StreamInput&, std::int64_t lowest, std::int64_t highest);

/// [from, to) on the clock of `received`.
struct TimeSpan {
  Timestamp from, to;
  bool holds(Timestamp at) const { return at >= from && at < to; }
};

/// What is known to be missing before the first packet and after the last one of a stream, due at the mean pace of its
/// numbers: so much of either was due in the span. 0 without any packet.
struct MissingAtEdges {
  std::int64_t before = 0, after = 0;
};
MissingAtEdges missing_at_edges(const StreamInput&, const TimeSpan& span);

/// The packets that were due in the span: when they came, or, out of order, when the first one of a higher number came;
/// so their numbers are a range, and a copy or a packet that comes long after its turn belongs where that was. Numbers
/// missing at the edges count by their even share of the time between their neighbours (missing_before, missing_after;
/// in a span without any packet their sum), those of the stream's own edges as missing_at_edges() says. What playout
/// and delay splits tell is kept of the same units; what the sender counted behind the last packet is in missing_after.
/// O(n log n).
StreamInput packets_within(const StreamInput& stream, const TimeSpan& span);

/// The units that were due in the span, whole, by their packets: the stream cut between them as by packets_within(),
/// but by when each was due. That is its RTP time (or send time), the reference transit of the whole stream
/// (unit_dues()), and AnalysisOptions::playout_ms where nothing tells what was played; no unit is due before the
/// stream's first packet came. A unit that did not come whole, or of which that time is not known, lies by number
/// between its neighbours; of a stream without any such time a unit is due when its last packet came. So a unit that
/// came long after its time is in the span of that time, and a stalled network makes no span lose what came later.
/// `missing_before` and `missing_after` count packets. What is owed for silence is due so much later, too. `lateness`
/// is set. O(n log n).
StreamInput units_within(const StreamInput& stream, const TimeSpan& span, const AnalysisOptions& options);

}  // namespace jitterscope
