#pragma once
// A trace without what names people, machines and files: names, addresses, paths, devices, and whatever somebody wrote.
#include <string>
#include <string_view>

#include "core/events/event.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope::trace {

/// The host becomes "end A"; addresses those of documentation (RFC 5737, RFC 3849), an own one for each; files and
/// devices in the settings go.
void leave_out_names(TraceMeta& meta);

/// Notices and markers keep their time and lose their words. Settings keep values that are read as such: whatever else
/// stands there, as the remote's own words, goes.
void leave_out_names(Event& event);

/// The value of a setting without files and devices; "left out" when it is none that this program writes.
std::string neutral_value(std::string_view setting, std::string_view value);

}  // namespace jitterscope::trace
