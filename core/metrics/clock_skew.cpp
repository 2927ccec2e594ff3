#include "core/metrics/clock_skew.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr Duration kMinute = Duration::seconds(60);
constexpr std::size_t kFewestMinutes = 5;
constexpr double kChance = 1e-4, kLeastDriftNs = 1e6, kMostSlope = 1e-3, kAgreement = 0.25;

struct Point {
  double x = 0, y = 0;  // ns since the first point
};

std::vector<Point> lower_hull(std::span<const TransitPoint> points) {
  std::vector<Point> hull;
  for (const TransitPoint& p : points) {
    const Point next{static_cast<double>((p.received - points.front().received).ns()),
                     static_cast<double>((p.transit - points.front().transit).ns())};
    if (!hull.empty() && hull.back().x == next.x) {
      if (next.y >= hull.back().y) continue;
      hull.pop_back();
    }
    while (hull.size() > 1) {
      const Point &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.y - a.y) * (next.x - b.x) < (next.y - b.y) * (b.x - a.x)) break;  // b is below a-next
      hull.pop_back();
    }
    hull.push_back(next);
  }
  return hull;
}

/// Of the edge over the mean time of all points.
std::optional<double> hull_slope(std::span<const TransitPoint> points) {
  const std::vector<Point> hull = lower_hull(points);
  if (hull.size() < 2) return std::nullopt;
  double mean = 0;
  for (const TransitPoint& p : points) mean += static_cast<double>((p.received - points.front().received).ns());
  mean /= static_cast<double>(points.size());
  std::size_t end = 1;
  while (end + 1 < hull.size() && hull[end].x < mean) ++end;
  return (hull[end].y - hull[end - 1].y) / (hull[end].x - hull[end - 1].x);
}

/// The least transits of whole minutes, at their own times.
std::vector<Point> minute_minima(std::span<const TransitPoint> points) {
  std::vector<Point> minima;
  const Timestamp first = points.front().received, last = points.back().received;
  std::int64_t minute = -1;
  for (const TransitPoint& p : points) {
    const std::int64_t in = (p.received - first).ns() / kMinute.ns();
    if (first + kMinute * (in + 1) > last) break;
    const Point point{static_cast<double>((p.received - first).ns()),
                      static_cast<double>((p.transit - points.front().transit).ns())};
    if (in > minute) {
      minima.push_back(point);
      minute = in;
    } else if (in == minute && point.y < minima.back().y) {
      minima.back() = point;
    }
  }
  return minima;
}

/// Slope of the least-squares line if it is beyond chance.
std::optional<double> certain_slope(const std::vector<Point>& points) {
  const auto n = static_cast<double>(points.size());
  double x_mean = 0, y_mean = 0, xx = 0, xy = 0, residual = 0;
  for (const Point& p : points) x_mean += p.x / n, y_mean += p.y / n;
  for (const Point& p : points) {
    xx += (p.x - x_mean) * (p.x - x_mean);
    xy += (p.x - x_mean) * (p.y - y_mean);
  }
  const double slope = xy / xx;
  for (const Point& p : points) {
    const double off = p.y - y_mean - slope * (p.x - x_mean);
    residual += off * off;
  }
  const double error = std::sqrt(residual / (n - 2) / xx);
  const boost::math::students_t distribution(n - 2);
  const double needed = boost::math::quantile(boost::math::complement(distribution, kChance / 2));
  return std::abs(slope) > needed * error ? std::optional(slope) : std::nullopt;
}

}  // namespace

std::optional<double> drift_of_minima(std::span<const TransitPoint> points) {
  if (points.empty()) return std::nullopt;
  const Duration length = points.back().received - points.front().received;
  if (length < kShortestSkewed) return std::nullopt;
  const std::vector<Point> minima = minute_minima(points);
  if (minima.size() < kFewestMinutes) return std::nullopt;
  const std::optional<double> slope = certain_slope(minima);
  if (!slope || std::abs(*slope) > kMostSlope) return std::nullopt;
  return std::abs(*slope) * static_cast<double>(length.ns()) >= kLeastDriftNs ? slope : std::nullopt;
}

std::optional<ClockSkew> clock_skew(std::span<const TransitPoint> points) {
  if (points.size() < 2) return std::nullopt;
  const std::optional<double> slope = hull_slope(points);
  if (!slope) return std::nullopt;
  const std::optional<double> drift = drift_of_minima(points);
  return ClockSkew{*slope, drift && std::abs(*drift - *slope) <= kAgreement * std::abs(*slope)};
}

}  // namespace jitterscope
