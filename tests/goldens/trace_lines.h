#pragma once
// The events of a trace as a few lines each table, so that a diff names the column that changed.
#include <string>
#include <vector>

#include "core/record/trace/reader.h"

namespace jitterscope::goldens {

/// One line for the header of each table that has rows ("packet_arrived: 312 rows"), and one a column: how many values
/// are absent, the first, the middle and the last one, and a hash of all in log order
/// (or that all are absent, as in columns that came with a later schema). Throws std::runtime_error with
/// the reader's sentence when the trace cannot be read.
std::string event_lines(const TraceReader& trace);
/// The same of events that are in no trace.
std::string event_lines(const std::vector<Event>& events);
/// The event in one line: "audio_block local_ns=12 ssrc=7 …", times in ns.
std::string event_line(const Event& event);
/// What the trace says of the call and its streams.
std::string meta_lines(const TraceReader& trace);

}  // namespace jitterscope::goldens
