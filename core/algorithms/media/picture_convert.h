#pragma once
// Scale by OpenCV, colour by TurboJPEG (OpenCV's I420 is studio range, JPEG's is full range). One object a thread.
// Copies: one pass over the pixels where only the size or only the format changes, two where both do. A picture that
// already has the wanted shape is copied once; callers that can encode a PictureView as it is should do so.
#include "core/algorithms/media/picture_view.h"

namespace jitterscope {

class PictureConverter {
 public:
  PictureConverter();
  ~PictureConverter();
  PictureConverter(const PictureConverter&) = delete;
  PictureConverter& operator=(const PictureConverter&) = delete;

  /// Fills `out` with `in` in this format and size (stretched; no letterbox), keeping out's number and times. False
  /// when a size is not in 2..16384 or is odd where I420 needs it even.
  bool convert(const PictureView& in, PixelFormat format, int width, int height, VideoFrame& out);

 private:
  bool recolour(const PictureView& in, VideoFrame& out);
  void* compressor_ = nullptr;
  void* decompressor_ = nullptr;
  VideoFrame scaled_;
};

/// The size nearest to width x height that RFC 2435 can carry: multiples of 8, 8..2040, aspect kept when it shrinks.
struct PictureSize {
  int width = 0, height = 0;
};
PictureSize sendable_size(int width, int height);

}  // namespace jitterscope
