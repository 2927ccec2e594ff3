#include "core/base/units/plain_digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jitterscope {

std::string plain_digits(double value, int digits) {
  constexpr int kMostDecimals = 9;
  if (!std::isfinite(value)) return "-";
  const int before_point = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::clamp(digits - before_point, 0, kMostDecimals));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace jitterscope
