#pragma once
// Pictures for tests: a smooth one with edges, and how far two pictures are apart.
#include <cmath>

#include "core/algorithms/media/picture_view.h"

namespace jitterscope {

inline VideoFrame test_picture(PixelFormat format, int width, int height, int shift = 0) {
  VideoFrame frame;
  frame.prepare(format, width, height);
  for (int plane = 0; plane < frame.planes(); ++plane) {
    const bool planar = format == PixelFormat::kI420;
    const int rows = plane > 0 ? (height + 1) / 2 : height,
              columns = planar ? (plane > 0 ? (width + 1) / 2 : width) : width * 4;
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) {
        const int channel = planar ? 0 : x % 4, across = planar ? x : x / 4;
        const double value = 128 + 60 * std::sin((across + shift) * 0.05 + channel) * std::cos(y * 0.04 + plane) +
                             ((across / 40 + y / 40) % 2 ? 12 : -12) * (plane == 0);
        frame.plane(plane)[y * frame.stride(plane) + x] = static_cast<std::uint8_t>(value);
      }
  }
  return frame;
}

/// Peak signal-to-noise ratio over the bytes of all planes (BGRX: without X), in dB; -1 when the shapes differ.
inline double psnr(const PictureView& a, const PictureView& b) {
  if (a.format != b.format || a.width != b.width || a.height != b.height) return -1;
  const bool planar = a.format == PixelFormat::kI420;
  double squares = 0, count = 0;
  for (int plane = 0; plane < (planar ? 3 : 1); ++plane) {
    const int rows = plane > 0 ? (a.height + 1) / 2 : a.height;
    const int columns = planar ? (plane > 0 ? (a.width + 1) / 2 : a.width) : a.width * 4;
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) {
        if (!planar && x % 4 == 3) continue;
        const double error = a.planes[plane][y * a.strides[plane] + x] - b.planes[plane][y * b.strides[plane] + x];
        squares += error * error;
        ++count;
      }
  }
  return squares == 0 ? 99 : 10 * std::log10(255.0 * 255.0 * count / squares);
}

}  // namespace jitterscope
