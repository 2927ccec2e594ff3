#pragma once
// Numbers on the command line: the whole word must be one, finite and within limits (CLI11's own range lets NaN pass).
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "core/base/units/number_words.h"

namespace jitterscope {

/// For Option::check.
inline CLI::Validator number_within(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& words) -> std::string {
        const auto value = plain_number(words);
        if (value && *value >= low && *value <= high) return {};
        return "'" + words + "' is not a number from " + CLI::detail::to_string(low) + " to " +
               CLI::detail::to_string(high);
      },
      CLI::detail::to_string(low) + " to " + CLI::detail::to_string(high));
}

/// For Option::check: CLI11 reads "-1" and 2^64 as numbers that they are not.
inline CLI::Validator whole_number_within(std::uint64_t low, std::uint64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return CLI::Validator(
      [low, high, range](std::string& words) -> std::string {
        const auto value = whole_number<std::uint64_t>(words);
        if (value && *value >= low && *value <= high) return {};
        return "'" + words + "' is not a whole number from " + range;
      },
      range);
}

}  // namespace jitterscope
