#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct BlockSize : WholeNumber<64, 8192> {
  struct Field {
    int block_size = 1024;
  };
  static constexpr auto field = &Field::block_size;
  static constexpr SettingFacts facts{
      .name = "block-size",
      .option = "block-size",
      .label = "Block size",
      .scope = SettingScope::kLocalMedium,
      .takes = "64 to 8192",
      .help = "JPEG bytes a block, at most",
      .at_begin = AtBegin::kNotSaid,
      .in_call = false,
  };
};

}  // namespace jitterscope::setting
