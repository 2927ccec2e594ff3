#include "core/algorithms/link/jitter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jitterscope::link {
namespace {

constexpr double kMostPareto = 100;

double below(double normal) {
  return 0.5 * std::erfc(-normal / std::numbers::sqrt2);
}  // distribution function

double shaped(JitterShape shape, double normal) {
  switch (shape) {
    case JitterShape::kNormal: return normal;
    case JitterShape::kPareto: return std::min(1 / std::cbrt(below(-normal)) - 1, kMostPareto);
    case JitterShape::kUniform: break;
  }
  return 2 * below(normal) - 1;
}

}  // namespace

Duration Jitter::next(const LinkSetting& setting) {
  if (setting.jitter.ns() <= 0) return Duration();
  const double rho = begun_ ? setting.jitter_correlation : 0;
  normal_ = rho * normal_ + std::sqrt(1 - rho * rho) * random_.normal();
  begun_ = true;
  return Duration::from_seconds(setting.jitter.seconds() * shaped(setting.jitter_shape, normal_));
}

}  // namespace jitterscope::link
