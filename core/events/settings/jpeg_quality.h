#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct JpegQuality : WholeNumber<1, 100> {
  struct Field {
    int jpeg_quality = 75;
  };
  static constexpr auto field = &Field::jpeg_quality;
  static constexpr SettingFacts facts{
      .name = "jpeg-quality",
      .option = "jpeg-quality",
      .label = "JPEG quality",
      .scope = SettingScope::kLocalMedium,
      .takes = "1 to 100",
      .help = "JPEG quality: higher is larger and better",
      .at_begin = AtBegin::kNotSaid,
      .remembered = true,
  };
};

}  // namespace jitterscope::setting
