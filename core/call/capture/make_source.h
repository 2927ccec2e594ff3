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

/// Pictures from files: a still that repeats, or a video that starts again at its end; any that OpenCV reads. Sizes
/// become sendable ones (sendable_size). A still goes at `still_frames_per_second`, a video at its own rate. Throws
/// std::runtime_error with a sentence for the user.
std::unique_ptr<VideoSource> open_video_file(const std::string& path, double still_frames_per_second);

}  // namespace jitterscope
