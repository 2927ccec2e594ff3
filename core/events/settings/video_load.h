#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope {
namespace setting {

struct VideoLoad {
  struct Field {
    int video_load = 0;
  };
  static constexpr auto field = &Field::video_load;
  using Value = int;
  static constexpr int kLeast = 0, kMost = 16;
  static constexpr SettingFacts facts{
      .name = "video-load",
      .option = "video-load",
      .label = "Video applications",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 16",
      .help = "further video applications on this machine",
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_count(words, kLeast, kMost);
  }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace setting

}  // namespace jitterscope
