#pragma once
// What is shown of sound and picture alike, the sound first.
#include <array>

#include "core/events/per_medium.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {

inline constexpr std::array kMediumHues{Hue::kAudio, Hue::kVideo};
inline constexpr std::array kMediumNames{QT_TRANSLATE_NOOP("Tr", "audio"), QT_TRANSLATE_NOOP("Tr", "video")};

inline Hue hue_of(Medium medium) {
  return kMediumHues[static_cast<std::size_t>(medium)];
}
/// "Audio"
inline QString medium_name(Medium medium) {
  return medium == Medium::kAudio ? Tr::tr("Audio") : Tr::tr("Video");
}

}  // namespace jitterscope
