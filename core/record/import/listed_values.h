#pragma once
// What the fields of a packet list say.
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/units/time.h"

namespace jitterscope {

/// An empty field, or a usual word for a value that there is none of: NA, N/A, NaN, null, none, -, lost, timeout, *.
bool says_nothing(std::string_view text);

/// ASCII letters of either case are the same.
bool is_same_word(std::string_view a, std::string_view b);

/// "7", or "7.0" and "7e3", as tables write whole numbers that have a column with holes; nullopt: no whole number, or
/// one that does not fit.
std::optional<std::int64_t> listed_number(std::string_view text);

/// µs to ns: decimals exactly to the ns, others rounded. Years beyond a Timestamp's range are refused.
std::optional<Timestamp> parse_us(std::string_view text);

}  // namespace jitterscope
