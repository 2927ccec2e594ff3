#pragma once
// What was set and marked in the call of a trace.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/measures/views/logged_change.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

/// Gives each in order of the log. False and a sentence in `error` as TraceReader::read_events().
bool read_changes(const TraceReader&, Timestamp began, const std::function<void(LoggedChange)>& take,
                  std::string& error);
/// In order of the log, with what each end said when the call began, at `began`. nullopt and a sentence in `error` as
/// TraceReader::read_events().
std::optional<std::vector<LoggedChange>> logged_changes(const TraceReader&, Timestamp began, std::string& error);

}  // namespace jitterscope
