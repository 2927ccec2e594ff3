#pragma once
// What the views of the quality space draw: media with their limits and points, on axes in ms, ms and shares. Unit
// coordinates are values over the range of their axis: 0 … 1 is visible.
#include <array>
#include <optional>
#include <vector>

#include <QPolygonF>

#include "core/measures/views/answers.h"
#include "core/measures/views/quality_region.h"

namespace jitterscope {

struct QualityMoment;
struct QualityPoint;
struct QualityView;

using Point3 = std::array<double, kQualityAxes>;

struct RegionMedium {
  Medium medium{};
  QualityMetricKind metric{};  // one that covers the medium
  QualityLimits limits;        // at_frame_rate() of the newest point: its share of loss is the one to draw
  Boxed<QualityView> here, there;
  Boxed<QualityPoint> held_here, held_there;
  bool operator==(const RegionMedium&) const;
};

struct RegionScene {
  std::vector<RegionMedium> media;
  Point3 range{300, 40, 0.08};
  bool operator==(const RegionScene&) const = default;
};

inline std::size_t index_of(QualityAxis axis) {
  return static_cast<std::size_t>(axis);
}

/// Absent: a coordinate is unknown. Values beyond the range are held a little outside it.
std::optional<Point3> unit_point(const QualityPoint&, const Point3& range);

/// Whether its region is bounded by the user's limits, so that they can be dragged; not so by G.107.
bool has_limits(const RegionMedium&);
/// How far the region reaches along an axis, ms or share; the limit where it has no end.
double reach(const RegionMedium&, QualityAxis);

struct Facet {
  std::array<Point3, 4> corners;  // unit coordinates
  double light = 1;               // 0.6 … 1
};
/// The surface of the acceptable region: an ellipsoid's octant, a box, or where R is the limit; about steps² facets.
std::vector<Facet> region_mesh(const RegionMedium&, const Point3& range, int steps);
/// The region where the third coordinate is 0, in unit coordinates, from the origin around.
QPolygonF region_outline(const RegionMedium&, QualityAxis across, QualityAxis up, const Point3& range);

/// Round values in 0 … range, 0 not included; about `count`.
std::vector<double> round_ticks(double range, int count);
QString tick_text(QualityAxis, double value);  // without unit; loss in percent
QString axis_text(QualityAxis);                // "latency, ms"
QString value_text(QualityAxis, std::optional<double>);
/// "230 ms", "6 %", "3 frames/s".
QString limit_text(const QualityLimits&, QualityAxis);

/// What is said of a point when the mouse is on it.
QString hover_text(const RegionMedium&, const QualityMoment&, bool here);

}  // namespace jitterscope
