#pragma once
// Numbers for reading: digits and a point, never an exponent.
#include <string>

namespace jitterscope {

/// At least `digits` significant ones, zeros at the end of a fraction left out, at most nine decimals: 17234.6 →
/// "17235" with four, 0.012300 → "0.0123"; "-" for what is no number.
std::string plain_digits(double value, int digits = 4);

}  // namespace jitterscope
