#include "ui/plots/band_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitterscope {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// What is covered of each column.
class Columns {
 public:
  explicit Columns(const QRectF& room)
      : first_(std::floor(room.left())),
        highest_(room.top()),
        lowest_(room.bottom()),
        covered_(static_cast<std::size_t>(std::max(std::ceil(room.right()) - first_, 0.0))) {}

  void cover(double column, double top, double bottom) {
    const double index = column - first_;
    if (index < 0 || index >= static_cast<double>(covered_.size())) return;
    Extent& extent = covered_[static_cast<std::size_t>(index)];
    extent.top = std::min(extent.top, top);
    extent.bottom = std::max(extent.bottom, bottom);
  }
  double clamped(double column) const {
    return std::clamp(column, first_, first_ + static_cast<double>(covered_.size()));
  }
  std::vector<QRectF> rectangles() const {
    std::vector<QRectF> all;
    all.reserve(covered_.size());
    for (std::size_t i = 0; i < covered_.size(); ++i) {
      const double top = std::max(covered_[i].top, highest_), bottom = std::min(covered_[i].bottom, lowest_);
      if (bottom > top) all.emplace_back(first_ + static_cast<double>(i), top, 1, bottom - top);
    }
    return all;
  }

 private:
  struct Extent {
    double top = kFar, bottom = -kFar;  // none yet
  };
  double first_, highest_, lowest_;
  std::vector<Extent> covered_;
};

}  // namespace

std::vector<QRectF> band_columns(const std::vector<BandPoint>& points, const QRectF& room, bool steps) {
  Columns columns(room);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const BandPoint& point = points[i];
    if (std::isnan(point.top)) continue;
    columns.cover(std::floor(point.x), point.top, point.bottom);
    if (i + 1 == points.size() || std::isnan(points[i + 1].top)) continue;
    const BandPoint& next = points[i + 1];
    const double last = columns.clamped(std::floor(next.x));
    for (double column = columns.clamped(std::floor(point.x) + 1); column <= last; ++column) {
      const double share = steps ? 0 : std::clamp((column - point.x) / (next.x - point.x), 0.0, 1.0);
      columns.cover(column, std::lerp(point.top, next.top, share), std::lerp(point.bottom, next.bottom, share));
    }
  }
  return columns.rectangles();
}

}  // namespace jitterscope
