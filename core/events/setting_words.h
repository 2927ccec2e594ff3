#pragma once
// Words that several settings take.
#include <array>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace jitterscope
