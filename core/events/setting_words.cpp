#include "core/events/setting_words.h"

#include "core/base/units/number_words.h"

namespace jitterscope {

std::optional<bool> parse_switch(std::string_view words) {
  if (words == "on" || words == "yes") return true;
  if (words == "off" || words == "no") return false;
  return std::nullopt;
}

std::optional<double> parse_within(std::string_view words, double least, double most) {
  const auto number = plain_number(words);
  return number && *number >= least && *number <= most ? number : std::nullopt;
}

}  // namespace jitterscope
