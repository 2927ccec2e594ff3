#pragma once
// Words that several settings take.
#include <optional>
#include <string>
#include <string_view>

#include "core/events/quantity_words.h"

namespace jitterscope {

inline constexpr std::string_view kOnOrOff = "on or off";

/// "on", "off"; also "yes" and "no", as some settings stand in traces.
std::optional<bool> parse_switch(std::string_view words);
constexpr std::string_view on_or_off(bool on) {
  return on ? "on" : "off";
}
constexpr std::string_view yes_or_no(bool on) {
  return on ? "yes" : "no";
}

/// A number from `least` to `most`, both included.
std::optional<double> parse_within(std::string_view words, double least, double most);

namespace setting {

/// What a setting is that is a whole number within these limits.
template <int kFewest, int kHighest>
struct WholeNumber {
  using Value = int;
  static constexpr int kLeast = kFewest, kMost = kHighest;
  static std::optional<int> parse(std::string_view words, std::string&) { return parse_count(words, kLeast, kMost); }
  static std::string words(int value) { return std::to_string(value); }
};
/// What a setting is that is on or off, and is written in one of these two ways.
template <std::string_view (*kWord)(bool)>
struct Switch {
  using Value = bool;
  static std::optional<bool> parse(std::string_view words, std::string&) { return parse_switch(words); }
  static std::string words(bool value) { return std::string(kWord(value)); }
};

}  // namespace setting

}  // namespace jitterscope
