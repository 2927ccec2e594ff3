#pragma once
#include "core/events/audio_block.h"
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct AudioBlock : WholeNumber<kSmallestAudioBlock, kLargestAudioBlock> {
  struct Field {
    int audio_block = kUsualAudioBlock;
  };
  static constexpr auto field = &Field::audio_block;
  static constexpr SettingFacts facts{
      .name = "audio-block",
      .option = "audio-block",
      .label = "Audio block",
      .scope = SettingScope::kLocalMedium,
      .takes = "8 to 2048",
      .help = "bytes of sound a packet, one a sample, 8000 samples a second",
      .at_begin = AtBegin::kNotSaid,
      .yours = "your audio block size",
      .remembered = true,
  };
};

}  // namespace jitterscope::setting
