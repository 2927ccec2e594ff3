#pragma once
#include "core/base/units/enum_words.h"
#include "core/events/setting.h"

namespace jitterscope {

enum class AudioSourceKind : std::uint8_t { kMicrophone, kFile, kSpeech, kTone, kClicks, kNone };

template <>
inline constexpr std::array<std::string_view, 6> kWordsOf<AudioSourceKind>{"microphone", "file",   "speech",
                                                                           "tone",       "clicks", "none"};

struct AudioSourceSetting {
  AudioSourceKind kind = AudioSourceKind::kSpeech;
  std::string id;
  bool operator==(const AudioSourceSetting&) const = default;
  static std::optional<AudioSourceSetting> parse(
      std::string_view);  // "microphone[:ID]", "file:WAV", "speech", "tone", "clicks", "none"
  std::string to_string() const;
};

namespace setting {

struct Audio {
  struct Field {
    AudioSourceSetting audio;
  };
  static constexpr auto field = &Field::audio;
  using Value = AudioSourceSetting;
  static constexpr SettingFacts facts{
      .name = "audio",
      .option = "audio",
      .label = "Sound",
      .scope = SettingScope::kLocalMedium,
      .takes = "microphone[:ID], file:WAV, speech, tone, clicks or none",
      .help = "the sound that is sent; clicks: one a second of this machine's clock",
      .at_begin = AtBegin::kNotSaid,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) { return Value::parse(words); }
  static std::string words(const Value& value) { return value.to_string(); }
  static std::string neutral_words(const Value& value);
};

}  // namespace setting
}  // namespace jitterscope
