#include "core/metrics/compensation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMaxCurvePoints = 1000;
constexpr double kDroppedScalePercent = 6, kBufferScaleMs = 230;

std::vector<CurvePoint> corners(const std::vector<double>& sorted) {
  const auto n = static_cast<double>(sorted.size());
  std::vector<CurvePoint> result;
  auto next = std::upper_bound(sorted.begin(), sorted.end(), 0.0);
  result.push_back({0, 100 * static_cast<double>(sorted.end() - next) / n});
  while (next != sorted.end()) {
    const double buffer = *next;
    next = std::upper_bound(next, sorted.end(), buffer);
    result.push_back({buffer, 100 * static_cast<double>(sorted.end() - next) / n});
  }
  return result;
}

CompensationOptimum optimum(const std::vector<CurvePoint>& curve) {
  CompensationOptimum best;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const CurvePoint& point = curve[i];
    const double distance = std::hypot(point.dropped_percent / kDroppedScalePercent, point.buffer_ms / kBufferScaleMs);
    if (i == 0 || distance < best.distance) best = {point.buffer_ms, point.dropped_percent, distance};
  }
  return best;
}

std::vector<CurvePoint> thinned(std::vector<CurvePoint> curve) {
  if (curve.size() <= kMaxCurvePoints) return curve;
  std::vector<CurvePoint> result;
  for (std::size_t i = 0; i < kMaxCurvePoints; ++i) {
    result.push_back(curve[i * (curve.size() - 1) / (kMaxCurvePoints - 1)]);
  }
  return result;
}

}  // namespace

CompensationReport compensation_report(std::vector<double> lateness_ms, std::string reference) {
  std::sort(lateness_ms.begin(), lateness_ms.end());
  CompensationReport report;
  report.reference = std::move(reference);
  report.frames = static_cast<std::int64_t>(lateness_ms.size());
  double sum = 0;
  for (double lateness : lateness_ms) sum += std::max(lateness, 0.0);
  report.area_ms_percent = 100 * sum / static_cast<double>(lateness_ms.size());
  std::vector<CurvePoint> curve = corners(lateness_ms);
  report.optimal = optimum(curve);
  report.curve = thinned(std::move(curve));
  return report;
}

}  // namespace jitterscope
