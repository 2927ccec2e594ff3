#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope {
namespace setting {

struct Muted {
  struct Field {
    bool muted = false;
  };
  static constexpr auto field = &Field::muted;
  using Value = bool;
  static constexpr SettingFacts facts{
      .name = "muted",
      .option = "mute",
      .label = "Muted",
      .scope = SettingScope::kLocalMedium,
      .takes = kOnOrOff,
      .help = "silence goes out in place of the sound",
      .told_at_begin = true,
      .flag = true,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_switch(words);
  }
  static std::string words(const Value& value) { return std::string(yes_or_no(value)); }
};

}  // namespace setting

}  // namespace jitterscope
