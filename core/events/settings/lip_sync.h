#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope {
namespace setting {

struct LipSync {
  struct Field {
    bool lip_sync = true;
  };
  static constexpr auto field = &Field::lip_sync;
  using Value = bool;
  static constexpr SettingFacts facts{
      .name = "lip-sync",
      .option = "lip-sync",
      .label = "Lip-sync",
      .scope = SettingScope::kRemoteParticipant,
      .takes = kOnOrOff,
      .help = "holds sound or picture so that both are played together",
      .at_begin = AtBegin::kSaid,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_switch(words);
  }
  static std::string words(const Value& value) { return std::string(on_or_off(value)); }
};

}  // namespace setting

}  // namespace jitterscope
