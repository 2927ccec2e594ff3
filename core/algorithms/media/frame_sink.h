#pragma once
// Where a pushing picture source (camera) puts its frames: memory is the sink's, so that no frame is allocated per
// picture.
#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

/// All functions are called from the one thread of the source.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// A frame to fill, or nullptr when all are in use: the source then skips this picture (the sink counts it).
  virtual VideoFrame* borrow() = 0;
  /// Hands a borrowed frame over, filled. Its `number` is the sink's to give.
  virtual void deliver(VideoFrame* frame) = 0;
};

}  // namespace jitterscope
