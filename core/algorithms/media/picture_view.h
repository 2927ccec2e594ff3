#pragma once
// A picture that somebody else owns: what the codec and the converter read. Made from a VideoFrame, or from foreign
// memory (a QImage of Format_RGB32) without a copy. Valid only as long as the memory it points to.
#include <array>
#include <cstdint>

#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

/// Colours are BT.601 full range, as in JFIF, in both formats. Strides are in bytes, planes as in VideoFrame.
struct PictureView {
  PixelFormat format = PixelFormat::kBgrx;
  int width = 0, height = 0;
  std::array<const std::uint8_t*, 3> planes{};
  std::array<int, 3> strides{};

  PictureView() = default;
  PictureView(const VideoFrame& frame) : format(frame.format()), width(frame.width()), height(frame.height()) {
    for (int i = 0; i < frame.planes() && !frame.empty(); ++i) planes[i] = frame.plane(i), strides[i] = frame.stride(i);
  }
};

}  // namespace jitterscope
