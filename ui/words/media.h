#pragma once
// What is shown of sound and picture alike, the sound first.
#include <array>

#include "core/events/names.h"
#include "ui/theme.h"

namespace jitterscope {

inline constexpr std::array kBothMedia{Medium::kAudio, Medium::kVideo};
inline constexpr std::array kMediumHues{Hue::kAudio, Hue::kVideo};
inline constexpr std::array kMediumNames{"audio", "video"};

}  // namespace jitterscope
