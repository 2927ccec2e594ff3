#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct LipSync : Switch<on_or_off> {
  struct Field {
    bool lip_sync = true;
  };
  static constexpr auto field = &Field::lip_sync;
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
};

}  // namespace jitterscope::setting
