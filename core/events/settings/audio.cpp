#include "core/events/settings/audio.h"

#include "core/base/units/number_words.h"

namespace jitterscope {

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

std::string setting::Audio::neutral_words(const Value& value) {
  const std::string words = value.to_string();
  return words.substr(0, words.find(':'));
}

}  // namespace jitterscope
