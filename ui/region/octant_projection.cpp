#include "ui/region/octant_projection.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kRegion = 0.25;  // of each axis: where the points of a good call are; zooming goes there

}  // namespace

Point3 axis_point(QualityAxis axis, double along) {
  Point3 point{0, 0, 0};
  point[index_of(axis)] = along;
  return point;
}

void OctantProjection::set_area(const QRectF& area) {
  area_ = area;
  fit();
}

void OctantProjection::turn(double yaw, double pitch) {
  yaw_ = std::remainder(yaw_ + yaw, 360);
  pitch_ = std::clamp(pitch_ + pitch, kLeastPitch, kMostPitch);
  fit();
}

void OctantProjection::zoom(double factor) {
  zoom_ = std::clamp(zoom_ * factor, 1.0, kMostZoom);
  fit();
}

void OctantProjection::reset() {
  zoom_ = 1;
  yaw_ = kYaw;
  pitch_ = kPitch;
  fit();
}

QPointF OctantProjection::turned(const Point3& p) const {
  const double cos_yaw = std::cos(yaw_ * kDegree), sin_yaw = std::sin(yaw_ * kDegree);
  const double near = p[0] * sin_yaw + p[1] * cos_yaw;
  return {p[0] * cos_yaw - p[1] * sin_yaw, near * std::sin(pitch_ * kDegree) - p[2] * std::cos(pitch_ * kDegree)};
}

double OctantProjection::depth(const Point3& p) const {
  const double near = p[0] * std::sin(yaw_ * kDegree) + p[1] * std::cos(yaw_ * kDegree);
  return near * std::cos(pitch_ * kDegree) + p[2] * std::sin(pitch_ * kDegree);
}

void OctantProjection::fit() {
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (int corner = 0; corner < 8; ++corner) {
    const auto bit = [&](int n) { return (corner >> n) % 2 != 0 ? 1.0 : 0.0; };
    const QPointF p = turned({bit(0), bit(1), bit(2)});
    left = std::min(left, p.x());
    right = std::max(right, p.x());
    top = std::min(top, p.y());
    bottom = std::max(bottom, p.y());
  }
  scale_ = std::max(std::min(area_.width() / (right - left), area_.height() / (bottom - top)), 1.0);
  middle_ = {(left + right) / 2, (top + bottom) / 2};
  const QPointF region = turned({kRegion, kRegion, kRegion});
  middle_ += (region - middle_) * (1 - 1 / zoom_);
  scale_ *= zoom_;
}

std::optional<double> OctantProjection::along_axis(QualityAxis axis, QPointF at) const {
  const QPointF origin = to_screen({0, 0, 0}), along = to_screen(axis_point(axis, 1)) - origin;
  const double length2 = QPointF::dotProduct(along, along);
  if (length2 < exact_px(kShortestAxis) * exact_px(kShortestAxis)) return std::nullopt;
  return QPointF::dotProduct(at - origin, along) / length2;
}

}  // namespace jitterscope
