#pragma once
#include "core/base/units/number_words.h"
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope {

inline constexpr double kLowestFrameRate = 0.1, kHighestFrameRate = 240;  // of pictures, a second

namespace setting {

struct Fps {
  struct Field {
    std::optional<double> frames_per_second;
  };
  static constexpr auto field = &Field::frames_per_second;
  using Value = std::optional<double>;  // absent: the source's own
  static constexpr std::string_view kOfSource = "source";
  static constexpr SettingFacts facts{
      .name = "fps",
      .option = "fps",
      .label = "Frames a second",
      .scope = SettingScope::kLocalMedium,
      .takes = "a number from 0.1 to 240, or source",
      .help = "frames a second; source: as many as the source gives",
      .at_begin = AtBegin::kNotSaid,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    if (words == kOfSource) return Value();
    const auto rate = parse_within(words, kLowestFrameRate, kHighestFrameRate);
    if (!rate) return std::nullopt;
    return Value(rate);
  }
  static std::string words(const Value& value) { return value ? shortest_decimal(*value) : std::string(kOfSource); }
};

}  // namespace setting
}  // namespace jitterscope
