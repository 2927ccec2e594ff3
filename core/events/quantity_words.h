#pragma once
// Numbers with units as tc and netem write them: "100kbit", "20ms", "1%". What is written reads back as exactly the
// same value: units only move the decimal point of the text.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/data.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// "28.8kbit": bit, kbit, mbit, gbit (a second); 100 bit to 100 gbit.
std::optional<DataRate> parse_rate(std::string_view words);
/// "20ms": ns, us, ms, s; 0 to one day. Only zero may go without a unit.
std::optional<Duration> parse_duration(std::string_view words);
/// "1%" or "1", percent in the text, a fraction of 1 in the result; 0 to 100 %.
std::optional<double> parse_share(std::string_view words);
/// "1600b", "32kb", "1mb" as tc counts them: kb = 1024 bytes; at most 1 GiB.
std::optional<std::int64_t> parse_bytes(std::string_view words);
/// A plain decimal without sign or exponent, for what has no unit.
std::optional<double> parse_decimal(std::string_view words);
std::optional<int> parse_count(std::string_view words, int lowest, int highest);

std::string words_of(DataRate);
std::string words_of(Duration);
std::string words_of_share(double fraction);
/// Shortest decimal of `value` with its point moved `places` to the right; no exponent.
std::string decimal_words(double value, int places = 0);

}  // namespace jitterscope
