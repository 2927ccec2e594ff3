#include "core/algorithms/rate/jpeg_size_model.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kWeight = 0.35;      // of the newest picture, while the size of the picture stays
constexpr double kPeakDecay = 0.003;  // of the peak, a picture

/// libjpeg's jpeg_quality_scaling: 1 at quality 50.
double table_scale(int quality) {
  return quality < 50 ? 50.0 / quality : std::max(0.02, 2.0 - quality / 50.0);
}

double shape(int width, int height, int quality) {
  return std::pow(static_cast<double>(width) * height, 0.72) * std::pow(table_scale(quality), -0.52);
}

}  // namespace

void JpegSizeModel::set_packets(int block_size, int header_bytes) {
  block_size_ = std::max(1, block_size);
  header_bytes_ = header_bytes;
}

void JpegSizeModel::learn(int width, int height, int quality, DataSize on_link) {
  const double packet = block_size_ + header_bytes_;
  const double packets = std::ceil(static_cast<double>(on_link.bytes()) / packet);
  const double scan = std::max(1.0, static_cast<double>(on_link.bytes()) - packets * header_bytes_);
  const double k = scan / shape(width, height, quality);
  const bool same_size = width == width_ && height == height_;
  k_ = same_size ? k_ + kWeight * (k - k_) : k;
  peak_ = std::max(k_, peak_ + kPeakDecay * (k_ - peak_));
  width_ = width;
  height_ = height;
}

DataSize JpegSizeModel::predict(int width, int height, int quality) const {
  const auto scan = static_cast<std::int64_t>(k_ * shape(width, height, quality));
  return DataSize::bytes(scan + (scan / block_size_ + 1) * header_bytes_);
}

int JpegSizeModel::quality_for(int width, int height, DataSize room, int lowest, int highest) const {
  while (lowest < highest) {
    const int middle = (lowest + highest + 1) / 2;
    if (predict(width, height, middle) <= room)
      lowest = middle;
    else
      highest = middle - 1;
  }
  return lowest;
}

}  // namespace jitterscope
