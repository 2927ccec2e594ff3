#include "core/record/disk/foreign_json.h"

#include <nlohmann/json.hpp>

namespace jitterscope::trace {

bool is_nested_too_deep(std::string_view json) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;  // what it escapes
    if (in_string) continue;
    if ((c == '[' || c == '{') && ++depth > kDeepestJson) return true;
    if (c == ']' || c == '}') --depth;
  }
  return false;
}

std::optional<nlohmann::ordered_json> parse_foreign_json(std::string_view json) {
  if (is_nested_too_deep(json)) return std::nullopt;
  auto parsed = nlohmann::ordered_json::parse(json, nullptr, false);
  return parsed.is_discarded() ? std::nullopt : std::optional(std::move(parsed));
}

}  // namespace jitterscope::trace
