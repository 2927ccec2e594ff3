#include "core/call/capture/still_source.h"

#include <algorithm>
#include <random>

#include "core/algorithms/media/picture_convert.h"

namespace jitterscope {
namespace {

std::uint64_t random_id() {
  std::random_device device;
  return (std::uint64_t{device()} << 32 | device()) | 1;  // never that of none
}

}  // namespace

StillSource::StillSource(double frames_per_second) : id_(random_id()), frames_per_second_(frames_per_second) {}

std::unique_ptr<StillSource> StillSource::make(const PictureView& picture, double frames_per_second) {
  std::unique_ptr<StillSource> source(new StillSource(frames_per_second));
  const PictureSize size = sendable_size(picture.width, picture.height);
  PictureConverter converter;
  if (!converter.convert(picture, PixelFormat::kI420, size.width, size.height, source->still_)) return nullptr;
  return source;
}

bool StillSource::fetch(std::int64_t number, Timestamp, VideoFrame& frame) {
  frame.number = number;
  if (frame.still == id_) return true;
  frame.prepare(PixelFormat::kI420, still_.width(), still_.height());
  for (int plane = 0; plane < still_.planes(); ++plane)
    std::copy_n(still_.plane(plane), still_.stride(plane) * still_.height() / (plane == 0 ? 1 : 2), frame.plane(plane));
  frame.still = id_;
  return true;
}

}  // namespace jitterscope
