#pragma once
// How many bytes a JPEG of the pictures seen last takes on the link, for sizes and qualities not tried yet: bytes of
// the scan = k · pixels^0.72 · (scale of the quantization tables)^−0.52. Both exponents were fitted to the synthetic
// scene from 128 x 96 to 1280 x 720 at qualities from 10 to 90 (within 10 %); k follows the pictures. Sans-IO.
#include "core/base/units/data.h"

namespace jitterscope {

class JpegSizeModel {
 public:
  /// JPEG bytes a packet, and what the link carries beside them.
  void set_packets(int block_size, int header_bytes);
  /// A picture of this shape became so much on the link.
  void learn(int width, int height, int quality, DataSize on_link);
  /// `quality` 1 … 100.
  DataSize predict(int width, int height, int quality) const;
  /// The highest quality in lowest … highest that is predicted to take no more than `room`; `lowest` when none is.
  int quality_for(int width, int height, DataSize room, int lowest, int highest) const;

  /// By how much the largest pictures of the last few hundred were larger than those of now, ≥ 1.
  double peak_ratio() const { return peak_ / k_; }

 private:
  int block_size_ = 1024, header_bytes_ = 102;
  int width_ = 0, height_ = 0;  // learned last
  double k_ = 2.6, peak_ = k_;  // of the synthetic scene
};

}  // namespace jitterscope
