#pragma once
// A drawn person who talks in front of a bookshelf, nods, blinks, and now and then holds up a sheet: pictures without
// a camera whose JPEG size moves as a talking person's does. Frame number and time stand in it for people (text) and
// for programs (picture_mark.h). What is costly is drawn at construction. JPEG at 640 x 480, q75, 4:2:0: 35 kB on
// average, 29 to 40 kB; from frame to frame it changes by 0.5 kB on average.
#include <memory>

#include "core/algorithms/media/sources.h"

namespace jitterscope {

class SyntheticScene : public VideoSource {
 public:
  /// width, height: multiples of 8, 16..2040. Same arguments, same pictures.
  SyntheticScene(int width, int height, double frames_per_second, std::uint32_t seed = 1);
  ~SyntheticScene() override;
  /// BGRX. The person's movement follows number / frames_per_second, the mouth `time` (as the voice follows the clock),
  /// which is also written into the picture.
  bool fetch(std::int64_t number, Timestamp time, VideoFrame& frame) override;
  double frames_per_second() const override { return frames_per_second_; }

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  int width_, height_;
  double frames_per_second_;
};

}  // namespace jitterscope
