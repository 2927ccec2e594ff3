#include "core/measures/definitions/compensation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/stats/radix_sort.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostCorners = 1000;

struct Corner {
  Duration buffer;
  std::int64_t dropped = 0;  // units later than that
};

CurvePoint point_of(const Corner& corner, std::int64_t units) {
  return {corner.buffer.ms(), 100 * static_cast<double>(corner.dropped) / static_cast<double>(units)};
}

double squared_distance(const CurvePoint& point, const CurveScales& scales) {
  const double gap = point.dropped_percent / scales.gap_percent, buffer = point.buffer_ms / scales.buffer_ms;
  return gap * gap + buffer * buffer;
}

CompensationOptimum optimum(const std::vector<Corner>& corners, std::int64_t units, const CurveScales& scales) {
  CurvePoint best;
  double least = INFINITY;
  for (const Corner& corner : corners) {
    const CurvePoint point = point_of(corner, units);
    const double square = squared_distance(point, scales);
    if (square < least) least = square, best = point;
  }
  return {best.buffer_ms, best.dropped_percent, std::sqrt(least)};
}

std::vector<CurvePoint> thinned(const std::vector<Corner>& corners, std::int64_t units) {
  std::vector<CurvePoint> curve;
  const std::size_t n = std::min(corners.size(), kMostCorners);
  curve.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t place = corners.size() > n ? i * (corners.size() - 1) / (n - 1) : i;
    curve.push_back(point_of(corners[place], units));
  }
  return curve;
}

CompensationReport report_of(const std::vector<Corner>& corners, double lateness_ns, std::int64_t units,
                             std::string reference, const CurveScales& scales) {
  CompensationReport report;
  report.reference = std::move(reference);
  report.frames = units;
  if (units == 0) return report;
  report.area_ms_percent = 100 * (lateness_ns / 1e6) / static_cast<double>(units);
  report.optimal = optimum(corners, units, scales);
  report.curve = thinned(corners, units);
  return report;
}

}  // namespace

double curve_distance(const CurvePoint& point, const CurveScales& scales) {
  return std::sqrt(squared_distance(point, scales));
}

CompensationReport compensation_report(std::vector<Duration> lateness, std::string reference,
                                       const CurveScales& scales) {
  radix_sort(lateness);
  const auto end = lateness.end();
  auto next = std::upper_bound(lateness.begin(), end, Duration());
  std::vector<Corner> corners{{Duration(), end - next}};
  double sum_ns = 0;
  while (next != end) {
    const Duration buffer = *next;
    for (; next != end && *next == buffer; ++next) sum_ns += static_cast<double>(buffer.ns());
    corners.push_back({buffer, end - next});
  }
  return report_of(corners, sum_ns, static_cast<std::int64_t>(lateness.size()), std::move(reference), scales);
}

CompensationReport compensation_report(std::span<const LatenessCount> counts, std::string reference,
                                       const CurveScales& scales) {
  std::int64_t units = 0, above = 0;
  double sum_ns = 0;
  for (const LatenessCount& bin : counts) {
    units += bin.count;
    if (bin.lateness <= Duration()) continue;
    above += bin.count;
    sum_ns += static_cast<double>(bin.lateness.ns()) * static_cast<double>(bin.count);
  }
  std::vector<Corner> corners{{Duration(), above}};
  for (const LatenessCount& bin : counts) {
    if (bin.lateness > Duration()) corners.push_back({bin.lateness, above -= bin.count});
  }
  return report_of(corners, sum_ns, units, std::move(reference), scales);
}

}  // namespace jitterscope
