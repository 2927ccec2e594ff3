#include "core/lab/nahrstedt94/screen.h"

#include <algorithm>

namespace jitterscope::nahrstedt94 {
namespace {

std::uint32_t mean_of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  std::uint32_t pixel = 0;
  for (int shift = 0; shift < 24; shift += 8)
    pixel |= (((a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255) + 2) / 4) << shift;
  return pixel;
}

}  // namespace

Screen::Screen() : colours_(kFrameBytes), screen_(4 * kFrameBytes) {
  for (std::uint32_t level = 0; level < 256; ++level) palette_[level] = level << 16 | (255 - level) << 8 | (level ^ 85);
}

void Screen::paint(std::span<const std::byte> frame) {
  const std::size_t count = std::min(frame.size(), colours_.size());
  for (std::size_t i = 0; i < count; ++i) colours_[i] = palette_[std::to_integer<unsigned>(frame[i])];
  for (int y = 0; y < kHeight; ++y) {
    const std::uint32_t* row = &colours_[static_cast<std::size_t>(y) * kWidth];
    const std::uint32_t* below = y + 1 < kHeight ? row + kWidth : row;
    std::uint32_t* out = &screen_[static_cast<std::size_t>(y) * 4 * kWidth];
    for (int x = 0; x < kWidth; ++x) {
      const int right = std::min(x + 1, kWidth - 1);
      out[2 * x] = row[x];
      out[2 * x + 1] = mean_of(row[x], row[right], row[x], row[right]);
      out[2 * kWidth + 2 * x] = mean_of(row[x], row[x], below[x], below[x]);
      out[2 * kWidth + 2 * x + 1] = mean_of(row[x], row[right], below[x], below[right]);
    }
  }
}

}  // namespace jitterscope::nahrstedt94
