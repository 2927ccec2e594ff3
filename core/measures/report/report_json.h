#pragma once
// Reports as people and programs read them.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// Its keys, in a fixed order, preceded by "medium", "direction" and "ssrc"; absent = null.
nlohmann::ordered_json to_json(const StreamReport&);
/// {"file", "streams", "quality"}.
nlohmann::ordered_json to_json(const AnalysisReport&);

/// A table for the terminal, a line a number; "-" = unknown. Ends with a newline.
std::string to_text(const AnalysisReport&);

}  // namespace jitterscope
