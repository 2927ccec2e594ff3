#pragma once
// What was set and marked in the call of a trace.
#include <optional>
#include <vector>

#include "core/measures/views/logged_change.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

/// In order of the log, with what each end said when the call began, at `began`. nullopt and a sentence in `error` as
/// TraceReader::read_events().
std::optional<std::vector<LoggedChange>> logged_changes(const TraceReader&, Timestamp began, std::string& error);

}  // namespace jitterscope
