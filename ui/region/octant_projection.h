#pragma once
// From unit coordinates of the quality space (latency, jitter, loss; 0 … 1) to the screen: parallel projection, loss
// upwards, fitted into an area. Angles in degrees.
#include <optional>

#include <QRectF>

#include "ui/region/octant_scene.h"

namespace jitterscope {

class OctantProjection {
 public:
  static constexpr double kYaw = 38, kPitch = 24, kLeastPitch = -10, kMostPitch = 85, kMostZoom = 6;
  static constexpr double kShortestAxis = 8;  // px: one drawn shorter points at the viewer

  void set_area(const QRectF&);
  void turn(double yaw, double pitch);  // added to the present ones
  void zoom(double factor);             // times the present one; 1 … kMostZoom fits the area
  double zoomed() const { return zoom_; }
  void reset();
  double yaw() const { return yaw_; }      // −180 … 180
  double pitch() const { return pitch_; }  // −10 … 85; 90 would look straight down on latency and jitter

  QPointF to_screen(const Point3& p) const { return area_.center() + scale_ * (turned(p) - middle_); }
  double depth(const Point3&) const;  // larger is nearer to the viewer
  /// The coordinate on the axis that is nearest to a place on the screen; absent where the axis points at the viewer.
  std::optional<double> along_axis(QualityAxis, QPointF) const;

 private:
  QPointF turned(const Point3&) const;
  void fit();

  double yaw_ = kYaw, pitch_ = kPitch;
  QRectF area_{0, 0, 100, 100};
  double scale_ = 1, zoom_ = 1;
  QPointF middle_;  // of the turned cube
};

/// The point on an axis in unit coordinates.
Point3 axis_point(QualityAxis, double along);

}  // namespace jitterscope
