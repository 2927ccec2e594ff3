#pragma once
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Speaker {
  struct Field {
    std::string speaker_id;
  };
  static constexpr auto field = &Field::speaker_id;
  using Value = std::string;  // empty: the first output device; "none": silent
  static constexpr SettingFacts facts{
      .name = "speaker",
      .option = "speaker",
      .label = "Speaker",
      .scope = SettingScope::kEndpoint,
      .takes = "an output device id, default or none",
      .help = "where the sound is played (headless: none)",
      .at_begin = AtBegin::kNotSaid,
      .logged = false,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    return std::string(words == "default" ? "" : words);
  }
  static std::string words(const Value& value) { return value.empty() ? "default" : value; }
  static std::string neutral_words(const Value& value) {
    return value.empty() || value == "none" ? words(value) : "device";
  }
};

}  // namespace jitterscope::setting
