#pragma once
// Pictures from files: a still that repeats, or a video that starts again at its end.
#include <memory>
#include <string>

#include "core/algorithms/media/sources.h"

namespace jitterscope {

/// Opens any picture or video that OpenCV reads. Sizes become sendable ones (sendable_size). A still goes at
/// `still_frames_per_second`, a video at its own rate. Throws std::runtime_error with a sentence for the user.
std::unique_ptr<VideoSource> open_video_file(const std::string& path, double still_frames_per_second);

}  // namespace jitterscope
