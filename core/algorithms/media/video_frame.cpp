#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

/// Nothing is copied, and no room is kept for growing: neither is of use to a picture.
void VideoFrame::need(std::size_t bytes) {
  if (bytes > pixels_.capacity() || bytes <= pixels_.capacity() / 2)
    pixels_ = std::vector<std::uint8_t>(bytes);
  else
    pixels_.resize(bytes);
}

void VideoFrame::prepare(PixelFormat format, int width, int height) {
  still = 0;
  format_ = format;
  width_ = width;
  height_ = height;
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
  if (format == PixelFormat::kBgrx) {
    strides_ = {width * 4, 0, 0};
    offsets_ = {0, 0, 0};
    need(w * h * 4);
    return;
  }
  const std::size_t chroma_width = (w + 1) / 2, chroma_height = (h + 1) / 2;
  strides_ = {width, static_cast<int>(chroma_width), static_cast<int>(chroma_width)};
  offsets_ = {0, w * h, w * h + chroma_width * chroma_height};
  need(w * h + 2 * chroma_width * chroma_height);
}

}  // namespace jitterscope
