#pragma once
// Reads JPEG pictures of any origin, damaged ones included. One object a thread.
// Copies: none for 4:2:0 into I420 and for any into BGRX; other samplings reach I420 through a BGRX scratch.
#include <cstdint>
#include <span>

#include "core/algorithms/media/video_frame.h"

namespace jitterscope {

class JpegDecoder {
 public:
  JpegDecoder();
  ~JpegDecoder();
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  /// Decodes a whole file (restart markers are understood) into `out`, keeping its number and times. False
  /// when the data are not a JPEG, are damaged, or exceed 2040 x 2040 (checked before anything is
  /// allocated); pixels of `out` are undefined then. Never throws. video-decode thread.
  bool decode(std::span<const std::uint8_t> jfif, VideoFrame& out, PixelFormat want);

 private:
  bool decode_bgrx(std::span<const std::uint8_t> jfif, int width, int height, VideoFrame& out);
  bool decode_i420(std::span<const std::uint8_t> jfif, int width, int height, int sampling, VideoFrame& out);
  /// TurboJPEG 2.1 stays in the middle of a damaged header and would refuse the next good picture.
  bool fail_and_start_afresh();

  void* turbojpeg_ = nullptr;
  void* colour_ = nullptr;
  VideoFrame scratch_;
};

}  // namespace jitterscope
