#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct DiscardLate : Switch<on_or_off> {
  struct Field {
    bool discard_late_frames = false;
  };
  static constexpr auto field = &Field::discard_late_frames;
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
};

}  // namespace jitterscope::setting
