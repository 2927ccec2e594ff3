#pragma once
// The source that a setting names.
#include <memory>

#include "core/algorithms/media/sources.h"
#include "core/events/settings.h"

namespace jitterscope {

/// Sources that need no device: synthetic, file. Throws std::runtime_error with a sentence for the user when a file
/// cannot be opened. Returns nullptr for kinds that need a device (camera, microphone) or kNone.
std::unique_ptr<VideoSource> make_video_source(const VideoSourceSetting&);
std::unique_ptr<AudioSource> make_audio_source(const AudioSourceSetting&);

}  // namespace jitterscope
