#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct VideoLoad : WholeNumber<0, 16> {
  struct Field {
    int video_load = 0;
  };
  static constexpr auto field = &Field::video_load;
  static constexpr SettingFacts facts{
      .name = "video-load",
      .option = "video-load",
      .label = "Video applications",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 16",
      .help = "further video applications on this machine",
      .told_at_begin = true,
  };
};

}  // namespace jitterscope::setting
