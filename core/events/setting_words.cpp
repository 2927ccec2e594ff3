#include "core/events/setting_words.h"

#include "core/base/units/number_words.h"
#include "core/events/setting.h"

namespace jitterscope {

std::string_view to_string(SettingScope scope) {
  static constexpr std::string_view kWords[]{"endpoint",           "thread",        "local medium",
                                             "remote participant", "remote stream", "link"};
  return kWords[static_cast<std::size_t>(scope)];
}

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
