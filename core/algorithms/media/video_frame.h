#pragma once
// A raw picture. Planes live in one owned buffer that is reused from frame to frame: prepare() keeps the memory when it
// is large enough, and less than twice that, so a steady stream allocates nothing.
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

enum class PixelFormat : std::uint8_t {
  kI420,  // three planes, chroma halved both ways
  kBgrx   // one plane, 4 bytes a pixel, as QImage::Format_RGB32 on little endian
};

class VideoFrame {
 public:
  /// Gives the frame this shape; pixels are undefined afterwards, and of no still. Width and height are made even by
  /// the caller.
  void prepare(PixelFormat format, int width, int height);
  PixelFormat format() const { return format_; }
  int width() const { return width_; }
  int height() const { return height_; }
  int planes() const { return format_ == PixelFormat::kI420 ? 3 : 1; }
  int stride(int plane) const { return strides_[plane]; }
  std::uint8_t* plane(int index) { return pixels_.data() + offsets_[index]; }
  const std::uint8_t* plane(int index) const { return pixels_.data() + offsets_[index]; }
  bool empty() const { return width_ == 0; }
  std::size_t memory() const { return pixels_.capacity(); }  // bytes, which may be more than the picture's

  std::int64_t number = 0;  // frame number, set by the source or by the receiver
  std::uint64_t still = 0;  // pixels are those of the still of this number; 0: of none
  Timestamp fetch_begin;    // local: when fetching began (T_p = captured - fetch_begin)
  Timestamp captured;       // local: when the picture was complete

 private:
  void need(std::size_t bytes);
  PixelFormat format_ = PixelFormat::kBgrx;
  int width_ = 0, height_ = 0;
  std::array<int, 3> strides_{};
  std::array<std::size_t, 3> offsets_{};
  std::vector<std::uint8_t> pixels_;
};

}  // namespace jitterscope
