#pragma once
#include "core/base/units/enum_words.h"
#include "core/events/setting.h"

namespace jitterscope {

enum class VideoSourceKind : std::uint8_t { kCamera, kFile, kSynthetic, kNone };

template <>
inline constexpr std::array<std::string_view, 4> kWordsOf<VideoSourceKind>{"camera", "file", "synthetic", "none"};

struct VideoSourceSetting {
  VideoSourceKind kind = VideoSourceKind::kSynthetic;
  std::string id;  // camera id or file path; empty = first camera
  int width = 640, height = 480;
  double frames_per_second = 15;
  bool operator==(const VideoSourceSetting&) const = default;
  static std::optional<VideoSourceSetting> parse(
      std::string_view);  // "camera[:ID]", "file:PATH", "synthetic[:WxH@FPS]", "none"
  std::string to_string() const;
};

namespace setting {

struct Video {
  struct Field {
    VideoSourceSetting video;
  };
  static constexpr auto field = &Field::video;
  using Value = VideoSourceSetting;
  static constexpr SettingFacts facts{
      .name = "video",
      .option = "video",
      .label = "Picture",
      .scope = SettingScope::kLocalMedium,
      .takes = "camera[:ID], file:PATH, synthetic[:WxH@FPS] or none",
      .help = "the picture that is sent",
      .at_begin = AtBegin::kNotSaid,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) { return Value::parse(words); }
  static std::string words(const Value& value) { return value.to_string(); }
  static std::string neutral_words(const Value& value);
};

}  // namespace setting
}  // namespace jitterscope
