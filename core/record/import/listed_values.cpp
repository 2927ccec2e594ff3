#include "core/record/import/listed_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 12> kWordsForNothing{"na", "n/a", "nan",  "null",    "none", "nil",
                                                            "-",  "*",   "lost", "timeout", "#n/a", "<na>"};
constexpr std::size_t kLongestWord = 7;

/// "12.3456" in µs to ns, rounded, however large; nullopt: not digits, one point and up to 15 digits.
std::optional<Timestamp> parse_decimal_us(std::string_view text, std::int64_t most_us) {
  const auto point = text.find('.');
  if (point == std::string_view::npos || point == 0) return std::nullopt;
  const bool negative = text.front() == '-';
  const auto whole = whole_number<std::int64_t>(text.substr(0, point));
  const std::string_view digits = text.substr(point + 1);
  if (!whole || digits.empty() || digits.size() > 15) return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  if (*whole > most_us || *whole < -most_us) return std::nullopt;
  const double fraction =
      static_cast<double>(*whole_number<std::int64_t>(digits)) / std::pow(10.0, static_cast<double>(digits.size()));
  const std::int64_t ns = std::llround(fraction * 1000);
  return Timestamp::ns(*whole * 1000 + (negative ? -ns : ns));
}

/// Decimals exactly to the ns, others rounded.
std::optional<Timestamp> parse_us(std::string_view text) {
  constexpr std::int64_t kMaxUs = std::numeric_limits<std::int64_t>::max() / 2000;
  if (const auto whole = whole_number<std::int64_t>(text)) {
    if (*whole > kMaxUs || *whole < -kMaxUs) return std::nullopt;
    return Timestamp::ns(*whole * 1000);
  }
  if (const auto decimal = parse_decimal_us(text, kMaxUs)) return decimal;
  double us = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), us);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(std::abs(us) < static_cast<double>(kMaxUs))) return std::nullopt;
  return Timestamp::ns(static_cast<std::int64_t>(std::llround(us * 1000)));
}

/// "12,5" as "12.5"; empty: it has not one comma alone, or is too long for a time.
std::string_view with_point(std::string_view text, std::array<char, 48>& memory) {
  const auto comma = text.find(',');
  const bool one = comma != std::string_view::npos && text.find_first_of(",.", comma + 1) == std::string_view::npos;
  if (!one || text.substr(0, comma).find('.') != std::string_view::npos || text.size() > memory.size()) return {};
  std::ranges::copy(text, memory.begin());
  memory[comma] = '.';
  return {memory.data(), text.size()};
}

}  // namespace

std::optional<Timestamp> ListedTimes::refused(std::string_view why) {
  problem_ = why;
  return std::nullopt;
}

std::optional<Timestamp> ListedTimes::read(std::string_view text) {
  constexpr std::string_view kNoTime = "not a time in microseconds";
  std::array<char, 48> memory{};
  const bool has_comma = text.find(',') != std::string_view::npos;
  const bool has_point = !has_comma && text.find('.') != std::string_view::npos;
  const auto time = parse_us(has_comma ? with_point(text, memory) : text);
  if (!time) return refused(kNoTime);
  if (has_point && any_comma_) return refused("where others have a decimal comma. Write all decimals with a point");
  if (has_comma && any_point_) return refused("where others have a decimal point. Write all decimals with a point");
  any_point_ |= has_point;
  any_comma_ |= has_comma;
  has_decimal_commas_ |= has_comma && !is_doubtful(text);
  return time;
}

/// Thousands have one to three digits before the comma, the first no 0, and three behind it.
bool ListedTimes::is_doubtful(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto comma = text.find(',');
  return comma != std::string_view::npos && comma >= 1 && comma <= 3 && text.front() != '0' &&
         text.size() - comma == 4 && text.find_first_not_of("0123456789,") == std::string_view::npos;
}

std::string ListedTimes::doubt_about(std::string_view text) {
  std::array<char, 48> memory{};
  std::string without(text);
  std::erase(without, ',');
  return fmt::format("which may be {} or {}. Write decimals with a point, and no separators of thousands",
                     shortest_decimal(plain_number(with_point(text, memory)).value_or(0)), without);
}

bool says_nothing(std::string_view text) {
  if (text.empty()) return true;
  if (text.size() > kLongestWord || (text.front() >= '0' && text.front() <= '9')) return false;
  return std::ranges::any_of(kWordsForNothing, [&](std::string_view word) { return is_same_word(text, word); });
}

bool is_same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<std::int64_t> listed_number(std::string_view text) {
  constexpr double kMostExact = 9007199254740992.0;  // 2^53
  if (const auto whole = whole_number<std::int64_t>(text)) return whole;
  const auto number = plain_number(text);
  if (!number || std::trunc(*number) != *number || std::abs(*number) > kMostExact) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

}  // namespace jitterscope
