#pragma once
// Numbers in words, without units.
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace jitterscope {

/// All of `word`, finite.
inline std::optional<double> plain_number(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// All of `word`, within what Whole holds.
template <typename Whole = int>
std::optional<Whole> whole_number(std::string_view word) {
  Whole value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// Shortest decimal that reads back as the same number.
inline std::string shortest_decimal(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : std::string("0");
}

/// "head:tail" at the first separator; the tail is empty when there is none.
inline std::pair<std::string_view, std::string_view> split_at(std::string_view words, char separator) {
  const auto at = words.find(separator);
  if (at == std::string_view::npos) return {words, {}};
  return {words.substr(0, at), words.substr(at + 1)};
}

}  // namespace jitterscope
