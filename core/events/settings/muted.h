#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct Muted : Switch<yes_or_no> {
  struct Field {
    bool muted = false;
  };
  static constexpr auto field = &Field::muted;
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
};

}  // namespace jitterscope::setting
