#pragma once
// What stands for the paper's X server painting a frame: real work, without a window.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope::nahrstedt94 {

inline constexpr int kWidth = 512, kHeight = 272;  // 136 KB, a byte a pixel
inline constexpr std::size_t kFrameBytes = kWidth * kHeight;

/// Puts a frame of 136 KB through a palette, scales it to twice its size (bilinear) and writes it as BGRX.
class Screen {
 public:
  Screen();
  /// Frames of another size are cut or leave the rest as it was.
  void paint(std::span<const std::byte> frame);
  /// 1024 × 544 pixels, row after row.
  std::span<const std::uint32_t> pixels() const { return screen_; }

 private:
  std::uint32_t palette_[256];
  std::vector<std::uint32_t> colours_, screen_;
};

}  // namespace jitterscope::nahrstedt94
