#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope {
namespace setting {

struct JpegQuality {
  struct Field {
    int jpeg_quality = 75;
  };
  static constexpr auto field = &Field::jpeg_quality;
  using Value = int;
  static constexpr int kLeast = 1, kMost = 100;
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
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_count(words, kLeast, kMost);
  }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace setting

}  // namespace jitterscope
