#include "core/events/settings.h"

#include <utility>

#include "core/base/units/number_words.h"

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

std::optional<ShapingSetting> ShapingSetting::parse(std::string_view words) {
  const auto [size, interval] = split_at(words, ',');
  ShapingSetting setting;
  if (size == "a" || size == "A")
    setting.burst_size = 1;
  else if (size == "b" || size == "B")
    setting.burst_size = 3;
  else if (size == "c" || size == "C")
    setting.burst_size = 0;
  else if (const auto burst = whole_number(size); burst && *burst >= 1 && *burst <= kLargestBurst)
    setting.burst_size = *burst;
  else
    return std::nullopt;
  if (words.find(',') != std::string_view::npos) {
    const auto ms = plain_number(interval);
    if (!ms || *ms < 0 || *ms > kLongestBurstInterval.ms()) return std::nullopt;
    setting.burst_interval = Duration::from_ms(*ms);
  }
  return setting;
}

std::string ShapingSetting::to_string() const {
  std::string words = burst_size == 1   ? "a"
                      : burst_size == 3 ? "b"
                      : burst_size == 0 ? "c"
                                        : std::to_string(burst_size);
  if (burst_interval) words += "," + shortest_decimal(burst_interval->ms());
  return words;
}

std::optional<PrioritySettings> parse_priorities(std::string_view words, std::string& error) {
  PrioritySettings settings;
  if (words.find('=') == std::string_view::npos) {
    const auto all = PrioritySetting::parse(words);
    if (!all) {
      error = "unknown priority class '" + std::string(words) + "': use default, nice, realtime, rr, deadline or slice";
      return std::nullopt;
    }
    for (const auto role :
         {ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend, ThreadRole::kVideoReceive})
      settings[role] = *all;
    return settings;
  }
  while (!words.empty()) {
    const auto [entry, rest] = split_at(words, ',');
    const auto [role_word, class_word] = split_at(entry, '=');
    const auto role = parse_thread_role(role_word);
    const auto setting = PrioritySetting::parse(class_word);
    if (!role || !setting) {
      error = "cannot read '" + std::string(entry) + "': use THREAD=CLASS, for example audio-send=realtime";
      return std::nullopt;
    }
    if (*role == ThreadRole::kWatchdog) {
      error = "the watchdog keeps its class: it guards the machine against the others";
      return std::nullopt;
    }
    settings[*role] = *setting;
    words = rest;
  }
  return settings;
}

std::optional<VideoSourceSetting> VideoSourceSetting::parse(std::string_view words) {
  const auto [kind, rest] = split_at(words, ':');
  VideoSourceSetting setting;
  if (kind == "camera")
    setting.kind = VideoSourceKind::kCamera;
  else if (kind == "file" && !rest.empty())
    setting.kind = VideoSourceKind::kFile;
  else if (kind == "synthetic")
    setting.kind = VideoSourceKind::kSynthetic;
  else if (kind == "none" && rest.empty())
    setting.kind = VideoSourceKind::kNone;
  else
    return std::nullopt;
  if (setting.kind == VideoSourceKind::kSynthetic) {
    if (!rest.empty() && !parse_shape(rest, setting)) return std::nullopt;
  } else {
    setting.id = rest;
  }
  return setting;
}

std::string VideoSourceSetting::to_string() const {
  switch (kind) {
    case VideoSourceKind::kCamera: return id.empty() ? "camera" : "camera:" + id;
    case VideoSourceKind::kFile: return "file:" + id;
    case VideoSourceKind::kNone: return "none";
    case VideoSourceKind::kSynthetic: break;
  }
  return "synthetic:" + std::to_string(width) + "x" + std::to_string(height) + "@" +
         shortest_decimal(frames_per_second);
}

std::optional<AudioSourceSetting> AudioSourceSetting::parse(std::string_view words) {
  const auto [kind, rest] = split_at(words, ':');
  AudioSourceSetting setting;
  if (kind == "microphone")
    setting.kind = AudioSourceKind::kMicrophone;
  else if (kind == "file" && !rest.empty())
    setting.kind = AudioSourceKind::kFile;
  else if (words == "speech")
    setting.kind = AudioSourceKind::kSpeech;
  else if (words == "tone")
    setting.kind = AudioSourceKind::kTone;
  else if (words == "clicks")
    setting.kind = AudioSourceKind::kClicks;
  else if (words == "none")
    setting.kind = AudioSourceKind::kNone;
  else
    return std::nullopt;
  setting.id = rest;
  return setting;
}

std::string AudioSourceSetting::to_string() const {
  switch (kind) {
    case AudioSourceKind::kMicrophone: return id.empty() ? "microphone" : "microphone:" + id;
    case AudioSourceKind::kFile: return "file:" + id;
    case AudioSourceKind::kSpeech: return "speech";
    case AudioSourceKind::kTone: return "tone";
    case AudioSourceKind::kClicks: return "clicks";
    case AudioSourceKind::kNone: break;
  }
  return "none";
}

}  // namespace jitterscope
