#include "core/events/settings/audio.h"

#include "core/base/units/number_words.h"

namespace jitterscope {

std::optional<AudioSourceSetting> AudioSourceSetting::parse(std::string_view words) {
  const auto [word, rest] = split_at(words, ':');
  const auto kind = value_of_word<AudioSourceKind>(word);
  const bool named = kind == AudioSourceKind::kMicrophone || kind == AudioSourceKind::kFile;
  if (!kind || (!named && word != words) || (kind == AudioSourceKind::kFile && rest.empty())) return std::nullopt;
  return AudioSourceSetting{*kind, std::string(rest)};
}

std::string AudioSourceSetting::to_string() const {
  const std::string word(jitterscope::to_string(kind));
  const bool named = kind == AudioSourceKind::kFile || (kind == AudioSourceKind::kMicrophone && !id.empty());
  return named ? word + ":" + id : word;
}

std::string setting::Audio::neutral_words(const Value& value) {
  const std::string words = value.to_string();
  return words.substr(0, words.find(':'));
}

}  // namespace jitterscope
