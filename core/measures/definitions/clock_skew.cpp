#include "core/measures/definitions/clock_skew.h"

#include <algorithm>
#include <array>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kLeastDriftNs = 1e6, kMostSlope = 1e-3;
constexpr std::size_t kBlocks = kParts * kBlocksOfPart;

struct Point {
  double x = 0, y = 0;  // ns since the first point
};

/// y = at.y + slope (x - at.x)
struct Line {
  Point at;
  double slope = 0;
  double below(const Point& p) const { return p.y - at.y - slope * (p.x - at.x); }
};

Point point_of(const TransitPoint& p, const TransitPoint& first) {
  return {static_cast<double>((p.received - first.received).ns()),
          static_cast<double>((p.transit - first.transit).ns())};
}

void add_to_hull(std::vector<Point>& hull, const Point& next) {
  if (!hull.empty() && hull.back().x == next.x) {
    if (next.y >= hull.back().y) return;
    hull.pop_back();
  }
  while (hull.size() > 1) {
    const Point &a = hull[hull.size() - 2], &b = hull.back();
    if ((b.y - a.y) * (next.x - b.x) < (next.y - b.y) * (b.x - a.x)) break;  // b is below a-next
    hull.pop_back();
  }
  hull.push_back(next);
}

/// The edge of a lower hull over that time.
std::optional<Line> edge_over(const std::vector<Point>& hull, double x) {
  if (hull.size() < 2) return std::nullopt;
  std::size_t end = 1;
  while (end + 1 < hull.size() && hull[end].x < x) ++end;
  return Line{hull[end], (hull[end].y - hull[end - 1].y) / (hull[end].x - hull[end - 1].x)};
}

std::optional<Line> line_under(std::span<const TransitPoint> points) {
  std::vector<Point> hull;
  double mean = 0;
  for (const TransitPoint& p : points) {
    const Point point = point_of(p, points.front());
    add_to_hull(hull, point);
    mean += point.x;
  }
  return edge_over(hull, mean / static_cast<double>(points.size()));
}

/// The least transit of each block, at its own time.
std::array<std::optional<Point>, kBlocks> block_minima(std::span<const TransitPoint> points, Duration length) {
  std::array<std::optional<Point>, kBlocks> minima;
  const double width = static_cast<double>(length.ns()) / kBlocks;
  for (const TransitPoint& p : points) {
    const Point point = point_of(p, points.front());
    const auto place = std::clamp(point.x / width, 0.0, static_cast<double>(kBlocks - 1));
    auto& least = minima[static_cast<std::size_t>(place)];
    if (!least || point.y < least->y) least = point;
  }
  return minima;
}

}  // namespace

bool is_straight(std::span<const TransitPoint> points) {
  if (points.empty()) return false;
  const Duration length = points.back().received - points.front().received;
  if (length < kShortestSkewed) return false;
  const auto minima = block_minima(points, length);
  std::vector<Point> hull;
  for (const auto& least : minima)
    if (least) add_to_hull(hull, *least);
  const auto line = edge_over(hull, static_cast<double>(length.ns()) / 2);
  if (!line || std::abs(line->slope) > kMostSlope) return false;
  const double drift = std::abs(line->slope) * static_cast<double>(length.ns());
  if (drift < kLeastDriftNs) return false;
  for (std::size_t part = 0; part < kParts; ++part) {
    const auto first = minima.begin() + static_cast<std::ptrdiff_t>(part * kBlocksOfPart);
    const auto on_line =
        std::count_if(first, first + static_cast<std::ptrdiff_t>(kBlocksOfPart),
                      [&](const auto& least) { return least && line->below(*least) <= kCrooked * drift; });
    if (2 * on_line < static_cast<std::ptrdiff_t>(kBlocksOfPart)) return false;
  }
  return true;
}

std::optional<ClockSkew> clock_skew(std::span<const TransitPoint> points) {
  if (points.size() < 2) return std::nullopt;
  const auto line = line_under(points);
  if (!line) return std::nullopt;
  return ClockSkew{line->slope, is_straight(points)};
}

}  // namespace jitterscope
