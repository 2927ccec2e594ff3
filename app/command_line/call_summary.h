#pragma once
// What is said of a call when it is over, for people and programs.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/call/session/endpoint.h"

namespace jitterscope {

/// Keys as in `analyze --json`; absent = null.
nlohmann::ordered_json summary_json(const CallSnapshot* snapshot, const EndpointView& view);
/// The same as a few lines.
std::string summary_text(const CallSnapshot* snapshot, const EndpointView& view);

}  // namespace jitterscope
