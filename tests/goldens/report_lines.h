#pragma once
// The JSON of `analyze`, a key a line, so that a diff names the keys that changed.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace jitterscope::goldens {

/// "video received.delay_ms.p50 = 41.2376": the keys of a stream begin with its medium and direction. Numbers have
/// nine digits, which every build agrees on. Lists of points are counted, with the first, the middle and the last one
/// and the sum of each of their places. `file` is left out.
std::string report_lines(const nlohmann::ordered_json& report);

/// The keys of those lines whose value is null.
std::vector<std::string> null_keys(const std::string& lines);

}  // namespace jitterscope::goldens
