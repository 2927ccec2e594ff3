#include "core/base/stats/line_fit.h"

#include <algorithm>
#include <cmath>

#include "core/base/stats/block_bootstrap.h"

namespace jitterscope {

Estimate LineFit::slope_estimate() const {
  if (!slope_error) return {slope, std::nullopt};
  return {slope, student_975(static_cast<double>(points) - 2) * *slope_error};
}

std::optional<LineFit> fit_line(std::span<const std::pair<double, double>> points) {
  if (points.empty()) return std::nullopt;
  const auto n = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
  for (const auto& [x, y] : points) mean_x += x / n, mean_y += y / n;
  for (const auto& [x, y] : points) {
    xx += (x - mean_x) * (x - mean_x);
    xy += (x - mean_x) * (y - mean_y);
    yy += (y - mean_y) * (y - mean_y);
  }
  if (xx <= 0) return std::nullopt;
  LineFit fit;
  fit.slope = xy / xx;
  fit.points = points.size();
  fit.intercept = mean_y - fit.slope * mean_x;
  if (yy > 0) fit.correlation = xy / std::sqrt(xx * yy);
  if (points.size() > 2) fit.slope_error = std::sqrt(std::max(yy - fit.slope * xy, 0.0) / (n - 2) / xx);
  return fit;
}

Estimate slope_difference(const LineFit& steep, const LineFit& flat) {
  Estimate difference{steep.slope - flat.slope, std::nullopt};
  if (!steep.slope_error || !flat.slope_error) return difference;
  const double a = *steep.slope_error * *steep.slope_error, b = *flat.slope_error * *flat.slope_error;
  if (a + b <= 0) return {difference.mean, 0};
  const double degrees =
      (a + b) * (a + b) /
      (a * a / (static_cast<double>(steep.points) - 2) + b * b / (static_cast<double>(flat.points) - 2));
  difference.half_width = student_975(degrees) * std::sqrt(a + b);
  return difference;
}

}  // namespace jitterscope
