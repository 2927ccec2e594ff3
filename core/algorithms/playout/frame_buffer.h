#pragma once
// The memory of one received JPEG. Buffers circulate: a spare goes into the reassembler for a finished frame, the
// decoder gives it back by an SPSC ring; so nothing is copied and nothing allocated while a call runs.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/algorithms/rtp/jpeg_layout.h"
#include "core/events/kinds/frame_done.h"

namespace jitterscope {

/// Move-only. A default-made one is empty and cannot be a spare.
class FrameBuffer {
 public:
  FrameBuffer() = default;
  /// Room for a scan of max_frame_bytes, the headers before it and EOI after. Not touched: the kernel gives pages as
  /// used.
  explicit FrameBuffer(std::size_t max_frame_bytes)
      : bytes_(new std::uint8_t[kFrontRoom + max_frame_bytes + kBackRoom]), max_frame_bytes_(max_frame_bytes) {}

  /// The whole JPEG file, once a reassembler has finished it; empty before.
  std::span<const std::uint8_t> jpeg() const { return {bytes_.get() + begin_, end_ - begin_}; }
  std::size_t max_frame_bytes() const { return max_frame_bytes_; }
  bool empty() const { return bytes_ == nullptr; }

  FrameDone done;  // of the frame in it

 private:
  friend class VideoReassembler;
  static constexpr std::size_t kFrontRoom = rtp::kMaxJpegHeaderBytes, kBackRoom = 2;
  std::uint8_t* scan() { return bytes_.get() + kFrontRoom; }
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t max_frame_bytes_ = 0, begin_ = 0, end_ = 0;
};

}  // namespace jitterscope
