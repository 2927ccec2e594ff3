#pragma once
// Figures that may be unknown, in JSON reports.
#include <optional>

#include <nlohmann/json.hpp>

namespace jitterscope {

/// Null when it is not known.
template <typename T>
nlohmann::ordered_json json_value(const std::optional<T>& known) {
  return known ? nlohmann::ordered_json(*known) : nlohmann::ordered_json(nullptr);
}

}  // namespace jitterscope
