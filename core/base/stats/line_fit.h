#pragma once
// A straight line through points and how sure its slope is (claypool98's least-squares fits and their 95 % bounds).
#include <optional>
#include <span>
#include <utility>

#include "core/base/stats/estimate.h"

namespace jitterscope {

struct LineFit {
  double slope = 0, intercept = 0;
  std::optional<double> slope_error;  // standard error of the slope; needs three points
  std::optional<double> correlation;  // Pearson's r; absent when all y are the same
  std::size_t points = 0;
  /// With the half width of the 95 % interval (Student's t, n − 2).
  Estimate slope_estimate() const;
  /// Where the line meets the x-axis; absent for a flat one.
  std::optional<double> root() const { return slope == 0 ? std::nullopt : std::optional(-intercept / slope); }
};

/// Ordinary least squares of y over x. nullopt: fewer than two different x.
std::optional<LineFit> fit_line(std::span<const std::pair<double, double>> points);

/// Slope of `steep` less that of `flat`, with its 95 % interval (Welch's t: the points scatter differently).
Estimate slope_difference(const LineFit& steep, const LineFit& flat);

}  // namespace jitterscope
