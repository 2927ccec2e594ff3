#pragma once
// JSON of a file that anybody may have written.
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>

namespace jitterscope::trace {

/// Levels of objects and arrays in each other. Whoever writes or copies JSON again goes down into them by recursion.
inline constexpr int kDeepestJson = 64;

bool is_nested_too_deep(std::string_view json);
/// Absent where it is no JSON, or nested too deep.
std::optional<nlohmann::ordered_json> parse_foreign_json(std::string_view json);

}  // namespace jitterscope::trace
