#pragma once
// A Qt video frame into our own, pixel by pixel: QVideoFrame::toImage draws by OpenGL, which needs a window system.
#include <functional>

#include <QVideoFrame>

#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

/// Copies once: planar and half-planar YUV 4:2:0 and packed 4:2:2 into I420, brought to JPEG's full range; packed RGB
/// into BGRX. A JPEG frame is decoded into an image first. Odd sizes lose their last row or column. `borrow` is asked
/// for the frame only when it can be filled and may say no (nullptr). nullptr also for formats it does not know.
VideoFrame* copy_frame(QVideoFrame& from, const std::function<VideoFrame*()>& borrow);

}  // namespace jitterscope
