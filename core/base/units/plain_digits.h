#pragma once
// Numbers for reading: digits and a point, never an exponent.
#include <optional>
#include <string>

namespace jitterscope {

/// At least `digits` significant ones, zeros at the end of a fraction left out, at most nine decimals: 17234.6 →
/// "17235" with four, 0.012300 → "0.0123"; "-" for what is no number.
std::string plain_digits(double value, int digits = 4);

/// Decimals down to the second digit of an uncertainty, the finest that a value beside it may have: 0.021 → 3, 4.2 → 1,
/// 30 → 0; at most nine. Absent: nine.
int decimals_of(std::optional<double> uncertainty);
/// As plain_digits(), without those that the uncertainty forbids.
std::string plain_digits_within(double value, std::optional<double> uncertainty);

}  // namespace jitterscope
