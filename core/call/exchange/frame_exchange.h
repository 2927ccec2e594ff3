#pragma once
#include "core/algorithms/playout/frame_buffer.h"
#include "core/base/realtime/spsc_ring.h"

namespace jitterscope {

/// Complete frames on their way from video-receive to video-decode, and their buffers on the way back.
struct FrameExchange {
  static constexpr std::size_t kBuffers = 8;  // half a second of a slow decoder; touched only as used

  explicit FrameExchange(std::size_t max_frame_bytes) {
    for (std::size_t i = 0; i < kBuffers; ++i) free.push(FrameBuffer(max_frame_bytes));
  }
  SpscRing<FrameBuffer> complete{"complete frames", kBuffers}, free{"free frame buffers", kBuffers};
};

}  // namespace jitterscope
