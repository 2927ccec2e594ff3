#include "app/devices/frame_copy.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <QImage>
#include <QVideoFrameFormat>

namespace jitterscope {
namespace {

using Table = std::array<std::uint8_t, 256>;

// Sample values of studio range (black 16, white 235, colours 16 … 240) in JPEG's full range; or left as they are.
Table value_table(bool studio, bool colour) {
  Table table{};
  for (int value = 0; value < 256; ++value) {
    const double full = colour ? (value - 128) * 255.0 / 224.0 + 128 : (value - 16) * 255.0 / 219.0;
    table[static_cast<std::size_t>(value)] =
        static_cast<std::uint8_t>(studio ? std::clamp(full + 0.5, 0.0, 255.0) : value);
  }
  return table;
}

struct Plane {
  const std::uint8_t* data;
  std::ptrdiff_t stride, step;  // bytes to the next row, to the next sample
};

void copy_plane(const Plane& from, VideoFrame& to, int plane, const Table& table) {
  const int width = plane == 0 ? to.width() : to.width() / 2, height = plane == 0 ? to.height() : to.height() / 2;
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* in = from.data + y * from.stride;
    std::uint8_t* out = to.plane(plane) + static_cast<std::ptrdiff_t>(y) * to.stride(plane);
    for (int x = 0; x < width; ++x, in += from.step) out[x] = table[*in];
  }
}

// Where Y, Cb and Cr are in a mapped frame; of 4:2:2 every second row of colours is used. Empty: not such a format.
std::array<Plane, 3> planes_of(const QVideoFrame& frame) {
  const auto at = [&](int plane, int offset, int step, int rows = 1) {
    return Plane{frame.bits(plane) + offset, static_cast<std::ptrdiff_t>(frame.bytesPerLine(plane)) * rows, step};
  };
  switch (frame.pixelFormat()) {
    case QVideoFrameFormat::Format_YUV420P: return {at(0, 0, 1), at(1, 0, 1), at(2, 0, 1)};
    case QVideoFrameFormat::Format_YV12: return {at(0, 0, 1), at(2, 0, 1), at(1, 0, 1)};
    case QVideoFrameFormat::Format_YUV422P: return {at(0, 0, 1), at(1, 0, 1, 2), at(2, 0, 1, 2)};
    case QVideoFrameFormat::Format_NV12: return {at(0, 0, 1), at(1, 0, 2), at(1, 1, 2)};
    case QVideoFrameFormat::Format_NV21: return {at(0, 0, 1), at(1, 1, 2), at(1, 0, 2)};
    case QVideoFrameFormat::Format_YUYV: return {at(0, 0, 2), at(0, 1, 4, 2), at(0, 3, 4, 2)};
    case QVideoFrameFormat::Format_UYVY: return {at(0, 1, 2), at(0, 0, 4, 2), at(0, 2, 4, 2)};
    default: return {};
  }
}

VideoFrame* copy_image(const QImage& image, const std::function<VideoFrame*()>& borrow) {
  VideoFrame* to = image.isNull() ? nullptr : borrow();
  if (!to) return nullptr;
  to->prepare(PixelFormat::kBgrx, image.width() & ~1, image.height() & ~1);
  for (int y = 0; y < to->height(); ++y)
    std::memcpy(to->plane(0) + static_cast<std::ptrdiff_t>(y) * to->stride(0), image.constScanLine(y),
                static_cast<std::size_t>(to->width()) * 4);
  return to;
}

VideoFrame* copy_planes(const QVideoFrame& from, const std::array<Plane, 3>& planes,
                        const std::function<VideoFrame*()>& borrow) {
  VideoFrame* to = borrow();
  if (!to) return nullptr;
  const bool studio = from.surfaceFormat().colorRange() == QVideoFrameFormat::ColorRange_Video;
  to->prepare(PixelFormat::kI420, from.width() & ~1, from.height() & ~1);
  for (int plane = 0; plane < 3; ++plane)
    copy_plane(planes[static_cast<std::size_t>(plane)], *to, plane, value_table(studio, plane > 0));
  return to;
}

VideoFrame* copy_mapped(const QVideoFrame& from, const std::function<VideoFrame*()>& borrow) {
  if (const auto planes = planes_of(from); planes[0].data) return copy_planes(from, planes, borrow);
  if (from.pixelFormat() == QVideoFrameFormat::Format_Jpeg)
    return copy_image(QImage::fromData(from.bits(0), from.mappedBytes(0), "JPG").convertToFormat(QImage::Format_RGB32),
                      borrow);
  const QImage::Format format = QVideoFrameFormat::imageFormatFromPixelFormat(from.pixelFormat());
  if (format == QImage::Format_Invalid) return nullptr;
  const QImage image(from.bits(0), from.width(), from.height(), from.bytesPerLine(0), format);
  return copy_image(image.convertToFormat(QImage::Format_RGB32), borrow);
}

}  // namespace

VideoFrame* copy_frame(QVideoFrame& from, const std::function<VideoFrame*()>& borrow) {
  if (!from.isValid() || !from.map(QVideoFrame::ReadOnly)) return nullptr;
  VideoFrame* frame = copy_mapped(from, borrow);
  from.unmap();
  return frame;
}

}  // namespace jitterscope
