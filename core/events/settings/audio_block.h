#pragma once
#include "core/events/audio_block.h"
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope {
namespace setting {

struct AudioBlock {
  struct Field {
    int audio_block = kUsualAudioBlock;
  };
  static constexpr auto field = &Field::audio_block;
  using Value = int;
  static constexpr int kLeast = kSmallestAudioBlock, kMost = kLargestAudioBlock;
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
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_count(words, kLeast, kMost);
  }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace setting

}  // namespace jitterscope
