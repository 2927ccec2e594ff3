#pragma once
#include <optional>

namespace jitterscope {

/// Absent when a part is, or when there is nothing to divide by.
inline std::optional<double> ratio_of(const std::optional<double>& above, const std::optional<double>& below) {
  return above && below && *below > 0 ? std::optional(*above / *below) : std::nullopt;
}

}  // namespace jitterscope
