#pragma once
// What analysis takes of a stream that a trace recorded, and of its packets.
#include "core/measures/definitions/stream_input.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

class TraceReader;
struct PacketArrived;

/// A stream without packets, with what the trace says of the stream itself, or what is usual where it says nothing.
StreamInput begun_stream(const TraceReader&, const TraceStreamKey&);

/// Gives the packet with `sent` on the clock of `received`.
PacketObservation observe(const PacketArrived&);

}  // namespace jitterscope
