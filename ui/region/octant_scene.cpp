#include "ui/region/octant_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/measures/views/quality_view.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kOutside = 1.06;  // where points beyond the range are drawn
constexpr int kOutlineSteps = 32;
constexpr double kQuarter = std::numbers::pi / 2;

/// Facets of a surface over the unit square.
template <typename Surface>
void add_patch(std::vector<Facet>& mesh, int steps_u, int steps_v, Surface surface) {
  const auto at = [&](int i, int j) {
    return surface(static_cast<double>(i) / steps_u, static_cast<double>(j) / steps_v);
  };
  for (int i = 0; i < steps_u; ++i)
    for (int j = 0; j < steps_v; ++j) mesh.push_back({{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, 1});
}

/// By how much a facet faces up and to the front.
double light_of(const Facet& facet) {
  const auto side = [&](std::size_t to) {
    Point3 d;
    for (std::size_t k = 0; k < 3; ++k) d[k] = facet.corners[to][k] - facet.corners[0][k];
    return d;
  };
  const Point3 a = side(2), b = side(facet.corners[1] == facet.corners[0] ? 3 : 1);
  const Point3 n{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const double length = std::hypot(n[0], n[1], n[2]);
  if (length <= 0) return 0.8;
  return 0.6 + 0.4 * std::abs(0.35 * n[0] + 0.2 * n[1] + 0.9 * n[2]) / length;
}

void clip(Point3& point) {
  for (double& coordinate : point) coordinate = std::clamp(coordinate, 0.0, 1.0);
}

}  // namespace

bool RegionMedium::operator==(const RegionMedium&) const = default;

std::optional<Point3> unit_point(const QualityPoint& point, const Point3& range) {
  Point3 unit;
  for (const QualityAxis axis : kEveryQualityAxis) {
    const auto value = on_axis(point, axis);
    if (!value) return std::nullopt;
    unit[index_of(axis)] = std::clamp(*value / range[index_of(axis)], 0.0, kOutside);
  }
  return unit;
}

bool has_limits(const RegionMedium& medium) {
  return bounded_by_limits(medium.metric);
}

double reach(const RegionMedium& medium, QualityAxis axis) {
  return region_end(medium.metric, medium.limits, axis);
}

std::vector<Facet> region_mesh(const RegionMedium& medium, const Point3& range, int steps) {
  std::vector<Facet> mesh;
  const double l = medium.limits.latency_ms / range[0], j = medium.limits.jitter_ms / range[1],
               d = medium.limits.loss_ratio / range[2];
  if (!has_limits(medium)) {
    const double farthest = reach(medium, QualityAxis::kLatency);
    add_patch(mesh, 2 * steps, steps / 2, [&](double u, double v) {
      const double delay = farthest * u;
      const double loss = region_loss(medium.metric, delay);
      return Point3{delay / range[0], v, loss / range[2]};
    });
  } else if (medium.metric == QualityMetricKind::kBox) {
    const int few = std::max(steps / 3, 1);
    add_patch(mesh, few, few, [&](double u, double v) { return Point3{l * u, j * v, d}; });
    add_patch(mesh, few, few, [&](double u, double v) { return Point3{l * u, j, d * v}; });
    add_patch(mesh, few, few, [&](double u, double v) { return Point3{l, j * u, d * v}; });
  } else {
    add_patch(mesh, steps, steps, [&](double u, double v) {
      const double height = v * kQuarter, around = u * kQuarter;
      return Point3{l * std::cos(height) * std::cos(around), j * std::cos(height) * std::sin(around),
                    d * std::sin(height)};
    });
  }
  for (Facet& facet : mesh) {
    for (Point3& corner : facet.corners) clip(corner);
    facet.light = light_of(facet);
  }
  return mesh;
}

QPolygonF region_outline(const RegionMedium& medium, QualityAxis across, QualityAxis up, const Point3& range) {
  QPolygonF outline{{0, 0}};
  const double x = on_axis(medium.limits, across) / range[index_of(across)];
  const double y = on_axis(medium.limits, up) / range[index_of(up)];
  if (!has_limits(medium)) {
    const auto whole = [&](QualityAxis axis) {  // jitter has no term: no end
      return axis == QualityAxis::kJitter ? 1.0 : reach(medium, axis) / range[index_of(axis)];
    };
    if (across == QualityAxis::kLatency && up == QualityAxis::kLoss) {
      for (int i = 0; i <= kOutlineSteps; ++i) {
        const double delay = whole(across) * range[0] * (kOutlineSteps - i) / kOutlineSteps;
        const double loss = region_loss(medium.metric, delay);
        outline << QPointF(delay / range[0], loss / range[2]);
      }
    } else {
      outline << QPointF(whole(across), 0) << QPointF(whole(across), whole(up)) << QPointF(0, whole(up));
    }
  } else if (medium.metric == QualityMetricKind::kBox) {
    outline << QPointF(x, 0) << QPointF(x, y) << QPointF(0, y);
  } else {
    for (int i = 0; i <= kOutlineSteps; ++i) {
      const double angle = kQuarter * i / kOutlineSteps;
      outline << QPointF(x * std::cos(angle), y * std::sin(angle));
    }
  }
  for (QPointF& point : outline) point = {std::min(point.x(), 1.0), std::min(point.y(), 1.0)};
  return outline;
}

std::vector<double> round_ticks(double range, int count) {
  const double rough = range / std::max(count, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * 0.999) {
      step = factor * power;
      break;
    }
  std::vector<double> ticks;
  for (int i = 1; i * step <= range * 1.001 && i < 50; ++i) ticks.push_back(i * step);
  return ticks;
}

QString tick_text(QualityAxis axis, double value) {
  return QString::number(axis == QualityAxis::kLoss ? value * 100 : value, 'g', 6);
}

QString axis_text(QualityAxis axis) {
  return axis == QualityAxis::kLatency  ? Tr::tr("latency, ms")
         : axis == QualityAxis::kJitter ? Tr::tr("jitter, ms")
                                        : Tr::tr("not played, %");
}

QString value_text(QualityAxis axis, std::optional<double> value) {
  return axis == QualityAxis::kLoss ? percent(value) : figure(value, "ms");
}

QString limit_text(const QualityLimits& limits, QualityAxis axis) {
  if (axis == QualityAxis::kLoss && limits.frames_per_second)
    return Tr::tr("%1 frames/s").arg(figure(*limits.frames_per_second));
  return value_text(axis, on_axis(limits, axis));
}

QString hover_text(const RegionMedium& medium, const QualityMoment& moment, bool here) {
  QStringList parts;
  for (const QualityAxis axis : kEveryQualityAxis)
    parts << axis_text(axis).section(',', 0, 0) + " " + value_text(axis, on_axis(moment.point, axis));
  const auto verdict = verdict_of(moment.point, medium.metric, medium.limits);
  return Tr::tr("%1 received %2, %3\n%4\nquality distance %5, %6")
      .arg(medium.medium == Medium::kAudio ? Tr::tr("Audio") : Tr::tr("Video"),
           here ? Tr::tr("locally") : Tr::tr("by the remote"), axis_time(moment.at_s), parts.join(", "),
           figure(verdict.distance),
           !verdict.acceptable   ? Tr::tr("not known")
           : *verdict.acceptable ? Tr::tr("inside")
                                 : Tr::tr("outside"));
}

}  // namespace jitterscope
