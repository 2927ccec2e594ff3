#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope {
namespace setting {

struct DiscardLate {
  struct Field {
    bool discard_late_frames = false;
  };
  static constexpr auto field = &Field::discard_late_frames;
  using Value = bool;
  static constexpr SettingFacts facts{
      .name = "discard-late",
      .option = "discard-late",
      .label = "Drop late frames",
      .scope = SettingScope::kRemoteStream,
      .takes = kOnOrOff,
      .help = "frames that come late are not shown (Sun 1997)",
      .at_begin = AtBegin::kNotSaid,
      .flag = true,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_switch(words);
  }
  static std::string words(const Value& value) { return std::string(on_or_off(value)); }
};

}  // namespace setting

}  // namespace jitterscope
