#pragma once
// A picture that repeats. Kept as I420, which is copied quickest and encoded without a conversion; it is copied once
// into each buffer that goes round.
#include <cstdint>
#include <memory>

#include "core/algorithms/media/picture_view.h"
#include "core/algorithms/media/sources.h"

namespace jitterscope {

class StillSource : public VideoSource {
 public:
  /// Takes a copy of the picture in a sendable size. nullptr when the converter cannot take its size.
  static std::unique_ptr<StillSource> make(const PictureView& picture, double frames_per_second);

  bool fetch(std::int64_t number, Timestamp, VideoFrame& frame) override;
  double frames_per_second() const override { return frames_per_second_; }

 private:
  explicit StillSource(double frames_per_second);

  VideoFrame still_;
  std::uint64_t id_;  // random: counters would be one for each library that this is linked into
  double frames_per_second_;
};

}  // namespace jitterscope
