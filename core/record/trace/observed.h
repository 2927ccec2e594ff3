#pragma once
// What analysis takes of a stream that a trace recorded, and of its packets.
#include "core/measures/definitions/stream_input.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

class TraceReader;
struct PacketArrived;

/// Without packets: what the trace says of the stream itself; of one of which it says nothing, what is usual.
StreamInput begun_stream(const TraceReader&, const TraceStreamKey&);

/// `sent` on the clock of `received`.
PacketObservation observe(const PacketArrived&);

}  // namespace jitterscope
