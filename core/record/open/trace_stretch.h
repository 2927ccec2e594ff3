#pragma once
// What of a trace is read for a stretch of its call.
#include <stop_token>
#include <string>

#include "core/record/open/stretch_feed.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

/// `recorded`: from the first second to the last one, where there are seconds. Gives the feed the events of the span
/// and around it, and of streams that were silent there their packets next to it. Of a trace whose table of seconds
/// tells where they lie these alone are read, else the whole of it. All is of one moment of a trace that grows. False
/// and a sentence in `error` when it is damaged; ends early when `stop` is asked for.
bool read_stretch(const TraceReader& trace, const TimeSpan& span, StretchFeed& feed, std::string& error,
                  const std::stop_token& stop, std::optional<TimeSpan>& recorded);

}  // namespace jitterscope
