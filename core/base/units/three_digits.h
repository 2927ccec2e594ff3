#pragma once
// Numbers as the window shows them.
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace jitterscope {

/// About three digits, in plain figures: "0", "0.004", "1.80", "14.0", "287".
inline std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  return fmt::format("{:.{}f}", value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3);
}

}  // namespace jitterscope
