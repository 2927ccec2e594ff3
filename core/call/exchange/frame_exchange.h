#pragma once
#include <chrono>

#include "core/algorithms/playout/frame_buffer.h"
#include "core/base/realtime/spsc_ring.h"

namespace jitterscope {

/// Of one remote: complete frames on their way from video-receive to video-decode, and their buffers on the way back.
struct FrameExchange {
  static constexpr std::size_t kBuffers = 8;  // half a second of a slow decoder; touched only as used

  explicit FrameExchange(std::size_t max_frame_bytes) {
    for (std::size_t i = 0; i < kBuffers; ++i) free.push(FrameBuffer(max_frame_bytes));
  }
  SpscRing<FrameBuffer> complete{"complete frames", kBuffers}, free{"free frame buffers", kBuffers};
};

/// Wakes video-decode: a frame of some remote is complete.
class FrameBell {
 public:
  void ring() { rings_.push_wake(true); }  // video-receive
  /// Any thread.
  void wake() { rings_.wake(); }
  /// video-decode: at most `timeout`. Once for each ring(), at least.
  void wait(std::chrono::nanoseconds timeout) {
    bool rung = false;
    rings_.pop_wait(rung, timeout);
  }

 private:
  SpscRing<bool> rings_{"complete frames of all", 256};  // more than there are buffers
};

}  // namespace jitterscope
