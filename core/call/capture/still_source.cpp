#include "core/call/capture/still_source.h"

#include <algorithm>

#include "core/algorithms/media/picture_convert.h"

namespace jitterscope {

std::unique_ptr<StillSource> StillSource::make(const PictureView& picture, double frames_per_second) {
  std::unique_ptr<StillSource> source(new StillSource(frames_per_second));
  const PictureSize size = sendable_size(picture.width, picture.height);
  PictureConverter converter;
  if (!converter.convert(picture, PixelFormat::kI420, size.width, size.height, source->still_)) return nullptr;
  return source;
}

bool StillSource::fetch(std::int64_t number, Timestamp, VideoFrame& frame) {
  frame.prepare(PixelFormat::kI420, still_.width(), still_.height());
  for (int plane = 0; plane < still_.planes(); ++plane)
    std::copy_n(still_.plane(plane), still_.stride(plane) * still_.height() / (plane == 0 ? 1 : 2), frame.plane(plane));
  frame.number = number;
  return true;
}

}  // namespace jitterscope
