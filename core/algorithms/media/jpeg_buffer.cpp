#include "core/algorithms/media/jpeg_buffer.h"

#include <turbojpeg.h>

namespace jitterscope {

void JpegBuffer::reserve(int width, int height) {
  constexpr std::size_t kRestartMarkers = 4096;  // beside what TurboJPEG allows for
  const std::size_t needed = tjBufSize(width, height, TJSAMP_422) + kRestartMarkers;
  if (capacity >= needed) return;
  bytes = std::make_unique_for_overwrite<std::uint8_t[]>(needed);
  capacity = needed;
  size = 0;
}

}  // namespace jitterscope
