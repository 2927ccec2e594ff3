#pragma once
// Memory for one JPEG picture, made to cycle through SPSC rings: move-only, worst-case size reserved once for a shape.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace jitterscope {

inline constexpr int kLargestJpegSide = 2040;  // RFC 2435 §3.1.5

struct JpegBuffer {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t capacity = 0;
  std::size_t size = 0;

  /// Room for any JPEG of this shape. Allocates only when the buffer is too small, and loses the content then.
  void reserve(int width, int height);
  std::span<const std::uint8_t> view() const { return {bytes.get(), size}; }
};

}  // namespace jitterscope
