#include "core/events/settings/video.h"

#include "core/base/units/number_words.h"
#include "core/events/settings/fps.h"

namespace jitterscope {
namespace {

bool parse_shape(std::string_view words, VideoSourceSetting& setting) {  // WxH[@FPS]
  const auto [size, rate] = split_at(words, '@');
  const auto [width_word, height_word] = split_at(size, 'x');
  const auto width = whole_number(width_word), height = whole_number(height_word);
  if (!width || !height || *width < 16 || *height < 16 || *width > 2040 || *height > 2040) return false;
  setting.width = *width & ~7;  // RFC 2435 counts in eights
  setting.height = *height & ~7;
  if (rate.empty()) return words.find('@') == std::string_view::npos;
  const auto fps = plain_number(rate);
  if (!fps || *fps < kLowestFrameRate || *fps > kHighestFrameRate) return false;
  setting.frames_per_second = *fps;
  return true;
}

}  // namespace

std::optional<VideoSourceSetting> VideoSourceSetting::parse(std::string_view words) {
  const auto [word, rest] = split_at(words, ':');
  const auto kind = value_of_word<VideoSourceKind>(word);
  if (!kind || (kind == VideoSourceKind::kFile && rest.empty()) || (kind == VideoSourceKind::kNone && !rest.empty()))
    return std::nullopt;
  VideoSourceSetting setting;
  setting.kind = *kind;
  if (setting.kind == VideoSourceKind::kSynthetic) {
    if (!rest.empty() && !parse_shape(rest, setting)) return std::nullopt;
  } else {
    setting.id = rest;
  }
  return setting;
}

std::string VideoSourceSetting::to_string() const {
  const std::string word(jitterscope::to_string(kind));
  if (kind == VideoSourceKind::kSynthetic)
    return word + ":" + std::to_string(width) + "x" + std::to_string(height) + "@" +
           shortest_decimal(frames_per_second);
  const bool named = kind == VideoSourceKind::kFile || (kind == VideoSourceKind::kCamera && !id.empty());
  return named ? word + ":" + id : word;
}

/// Its kind; of a synthetic picture also size and rate.
std::string setting::Video::neutral_words(const Value& value) {
  const std::string words = value.to_string();
  return value.kind == VideoSourceKind::kSynthetic ? words : words.substr(0, words.find(':'));
}

}  // namespace jitterscope
