#pragma once
// Baseline JPEG with the standard Huffman tables, as RFC 2435 wants it (4:2:0 = its type 1, 4:2:2 = its type 0).
// One object a thread. TurboJPEG writes the plain pictures; those with restart markers go through libjpeg's interface.
// Copies: none of the picture, but I420 sent as 4:2:2 has its chroma rows doubled into a scratch of the encoder.
#include <string>
#include <vector>

#include "core/algorithms/media/jpeg_buffer.h"
#include "core/algorithms/media/picture_view.h"
#include "core/events/settings.h"

namespace jitterscope {

class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  /// Writes a complete JFIF file into `out` (reserving it for this shape). `quality` 1..100. A restart interval above
  /// zero, in MCUs, puts a DRI segment and RSTn markers in (crowcroft92 §4's stripes). False, with error() set, when
  /// the picture is empty or larger than 2040 x 2040. video-encode thread.
  bool encode(const PictureView& picture, int quality, Subsampling subsampling, JpegBuffer& out,
              int restart_interval_mcus = 0);
  const std::string& error() const { return error_; }

 private:
  bool encode_plain(const PictureView&, int quality, Subsampling, JpegBuffer& out);
  bool encode_with_restarts(const PictureView&, int quality, Subsampling, JpegBuffer& out, int interval);
  void double_chroma_rows(const PictureView&);

  void* turbojpeg_ = nullptr;
  std::vector<std::uint8_t> scratch_;
  std::string error_;
};

/// MCUs in a row of the picture, the natural restart interval (RFC 2435 §3.1.7).
int mcus_per_row(int width);

}  // namespace jitterscope
