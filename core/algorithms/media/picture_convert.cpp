#include "core/algorithms/media/picture_convert.h"

#include <turbojpeg.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace jitterscope {
namespace {

int plane_extent(int luma, PixelFormat format, int plane) {
  return format == PixelFormat::kI420 && plane > 0 ? (luma + 1) / 2 : luma;
}

/// Wraps one plane; OpenCV has no const matrices, the caller only reads from those made of a PictureView.
cv::Mat plane_matrix(const std::uint8_t* pixels, int stride, PixelFormat format, int plane, int width, int height) {
  return cv::Mat(plane_extent(height, format, plane), plane_extent(width, format, plane),
                 format == PixelFormat::kI420 ? CV_8UC1 : CV_8UC4, const_cast<std::uint8_t*>(pixels),
                 static_cast<std::size_t>(stride));
}

/// `out` has in's format and its own size: every plane is resized, or copied when the sizes are equal.
void scale(const PictureView& in, VideoFrame& out) {
  const bool shrinks = out.width() < in.width;
  for (int i = 0; i < out.planes(); ++i) {
    const auto from = plane_matrix(in.planes[i], in.strides[i], in.format, i, in.width, in.height);
    auto to = plane_matrix(out.plane(i), out.stride(i), in.format, i, out.width(), out.height());
    if (from.size() == to.size())
      from.copyTo(to);
    else
      cv::resize(from, to, to.size(), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  }
}

bool usable(PixelFormat format, int width, int height) {
  if (width < 2 || height < 2 || width > 16384 || height > 16384) return false;
  return format == PixelFormat::kBgrx || (width % 2 == 0 && height % 2 == 0);
}

}  // namespace

PictureConverter::PictureConverter() : compressor_(tjInitCompress()), decompressor_(tjInitDecompress()) {
  if (!compressor_ || !decompressor_)
    throw std::runtime_error("The picture converter could not be started: out of memory.");
}

PictureConverter::~PictureConverter() {
  tjDestroy(compressor_);
  tjDestroy(decompressor_);
}

bool PictureConverter::recolour(const PictureView& in, VideoFrame& out) {
  const int width = in.width, height = in.height;
  if (in.format == PixelFormat::kBgrx) {
    std::array<unsigned char*, 3> planes{out.plane(0), out.plane(1), out.plane(2)};
    std::array<int, 3> strides{out.stride(0), out.stride(1), out.stride(2)};
    return tjEncodeYUVPlanes(compressor_, in.planes[0], width, in.strides[0], height, TJPF_BGRX, planes.data(),
                             strides.data(), TJSAMP_420, 0) == 0;
  }
  auto planes = in.planes;
  return tjDecodeYUVPlanes(decompressor_, planes.data(), in.strides.data(), TJSAMP_420, out.plane(0), width,
                           out.stride(0), height, TJPF_BGRX, 0) == 0;
}

bool PictureConverter::convert(const PictureView& in, PixelFormat format, int width, int height, VideoFrame& out) {
  if (!usable(in.format, in.width, in.height) || !usable(format, width, height)) return false;
  if (in.format == format) {
    out.prepare(format, width, height);
    scale(in, out);
    return true;
  }
  if (in.width == width && in.height == height) {
    out.prepare(format, width, height);
    return recolour(in, out);
  }
  scaled_.prepare(in.format, width, height);
  scale(in, scaled_);
  out.prepare(format, width, height);
  return recolour(scaled_, out);
}

PictureSize sendable_size(int width, int height) {
  constexpr int kLargest = 2040;
  const double shrink = std::min(1.0, static_cast<double>(kLargest) / std::max({width, height, 1}));
  const auto eights = [&](int value) {
    return std::clamp(static_cast<int>(std::lround(value * shrink / 8)) * 8, 8, kLargest);
  };
  return {eights(width), eights(height)};
}

}  // namespace jitterscope
