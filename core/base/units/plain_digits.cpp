#include "core/base/units/plain_digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kMostDecimals = 9;

std::string with_decimals(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, std::clamp(decimals, 0, kMostDecimals));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

int decimals_for(double value, int digits) {
  return digits - (value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1);
}

}  // namespace

std::string plain_digits(double value, int digits) {
  return std::isfinite(value) ? with_decimals(value, decimals_for(value, digits)) : "-";
}

int decimals_of(std::optional<double> uncertainty) {
  if (!uncertainty || !std::isfinite(*uncertainty) || *uncertainty <= 0) return kMostDecimals;
  return std::clamp(decimals_for(*uncertainty, 2), 0, kMostDecimals);
}

std::string plain_digits_within(double value, std::optional<double> uncertainty) {
  if (!std::isfinite(value)) return "-";
  return with_decimals(value, std::min(decimals_for(value, 4), decimals_of(uncertainty)));
}

}  // namespace jitterscope
