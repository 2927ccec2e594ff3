#pragma once
// What is shown of sound and picture alike, the sound first.
#include <array>

#include <QtGlobal>

#include "core/events/names.h"
#include "ui/theme.h"

namespace jitterscope {

inline constexpr std::array kBothMedia{Medium::kAudio, Medium::kVideo};
inline constexpr std::array kMediumHues{Hue::kAudio, Hue::kVideo};
inline constexpr std::array kMediumNames{QT_TRANSLATE_NOOP("Tr", "audio"), QT_TRANSLATE_NOOP("Tr", "video")};

}  // namespace jitterscope
