#include "core/events/quantity_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace jitterscope {
namespace {

struct Unit {
  std::string_view name;
  int exponent;  // of ten, towards the smallest unit
};
constexpr std::array<Unit, 4> kRates{{{"gbit", 9}, {"mbit", 6}, {"kbit", 3}, {"bit", 0}}};
constexpr std::array<Unit, 4> kDurations{{{"s", 9}, {"ms", 6}, {"us", 3}, {"ns", 0}}};

constexpr std::size_t kLongestNumber = 40;

std::string lower(std::string_view words) {
  std::string text(words.substr(0, kLongestNumber));
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

/// The digits at the start of `words` times ten to the `exponent`, correctly rounded.
std::optional<double> scaled(std::string_view digits, int exponent) {
  if (digits.empty() || digits.size() > kLongestNumber) return std::nullopt;
  if (digits.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  const std::string text = std::string(digits) + "e" + std::to_string(exponent);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> in_units(std::string_view words, const std::array<Unit, 4>& units) {
  const std::string text = lower(words);
  const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const Unit& unit : units)
    if (std::string_view(text).substr(digits) == unit.name)
      return scaled(std::string_view(text).substr(0, digits), unit.exponent);
  return std::nullopt;
}

std::string with_unit(double value, const std::array<Unit, 4>& units) {
  for (const Unit& unit : units)
    if (value >= std::pow(10.0, unit.exponent)) return decimal_words(value, -unit.exponent) + std::string(unit.name);
  return "0";
}

}  // namespace

std::optional<DataRate> parse_rate(std::string_view words) {
  const auto value = in_units(words, kRates);
  if (!value || *value < 100 || *value > 100e9) return std::nullopt;
  return DataRate::bits_per_second(*value);
}

std::optional<Duration> parse_duration(std::string_view words) {
  if (words == "0") return Duration();
  const auto value = in_units(words, kDurations);
  if (!value || *value > 86'400e9) return std::nullopt;
  return Duration::ns(std::llround(*value));
}

std::optional<double> parse_share(std::string_view words) {
  if (words.ends_with('%')) words.remove_suffix(1);
  const auto value = scaled(words, -2);
  if (!value || *value > 1) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_bytes(std::string_view words) {
  const std::string text = lower(words);
  const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view unit = std::string_view(text).substr(digits);
  const double factor = unit == "b" ? 1 : unit == "kb" ? 1024 : unit == "mb" ? 1024.0 * 1024 : 0;
  const auto value = scaled(std::string_view(text).substr(0, digits), 0);
  if (!value || factor == 0 || *value * factor > 1024.0 * 1024 * 1024) return std::nullopt;
  return std::llround(*value * factor);
}

std::optional<double> parse_decimal(std::string_view words) {
  return scaled(words, 0);
}

std::optional<int> parse_count(std::string_view words, int lowest, int highest) {
  int value = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), value);
  if (error != std::errc() || end != words.data() + words.size() || value < lowest || value > highest)
    return std::nullopt;
  return value;
}

std::string words_of(DataRate rate) {
  return with_unit(rate.bits_per_second(), kRates);
}

std::string words_of(Duration duration) {
  return with_unit(static_cast<double>(duration.ns()), kDurations);
}

std::string words_of_share(double fraction) {
  return fraction > 0 ? decimal_words(fraction, 2) + "%" : "0";
}

std::string decimal_words(double value, int places) {
  if (!std::isfinite(value) || value <= 0) return "0";
  char text[40];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
  if (error != std::errc()) return "0";
  const std::string_view all(text, static_cast<std::size_t>(end - text));
  const auto exponent_at = all.find('e');
  std::string digits(all.substr(0, exponent_at));
  std::erase(digits, '.');
  const int point = std::stoi(std::string(all.substr(exponent_at + 1))) + 1 + places;  // digits before the point
  const int count = static_cast<int>(digits.size());
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (point >= count) return digits + std::string(static_cast<std::size_t>(point - count), '0');
  return digits.insert(static_cast<std::size_t>(point), ".");
}

}  // namespace jitterscope
