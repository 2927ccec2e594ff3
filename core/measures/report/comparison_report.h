#pragma once
// The table of `jitterscope compare` as people and programs read it.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/measures/views/comparison.h"

namespace jitterscope {

/// {"before", "after", "level", "media", "notes"}; absent = null.
nlohmann::ordered_json to_json(const Comparison&);

/// A line a figure; "-" = unknown. Ends with a newline.
std::string to_text(const Comparison&);

}  // namespace jitterscope
