#pragma once
// Reports as people and programs read them.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/measures/views/comparison.h"
#include "core/measures/views/stream_report.h"
#include "core/measures/views/stream_words.h"

namespace jitterscope {

/// Its keys, in a fixed order, preceded by "medium", "direction" and "ssrc"; absent = null.
nlohmann::ordered_json to_json(const StreamReport&);
/// {"file", "notes", "streams", "quality"}.
nlohmann::ordered_json to_json(const AnalysisReport&);

/// The table of `jitterscope compare`: {"before", "after", "level", "media", "sent", "notes"}; absent = null.
nlohmann::ordered_json to_json(const Comparison&);
/// Tables for the terminal, a line a number; "-" = unknown. They end with a newline.
std::string to_text(const AnalysisReport&);
std::string to_text(const Comparison&);
/// For a hand-out: fewer than `analyze` prints, in the same digits.
StreamWords stream_words(const StreamReport&);

}  // namespace jitterscope
