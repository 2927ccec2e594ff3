#include "core/base/stats/estimate.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/base/stats/moments.h"

namespace jitterscope {

std::optional<Estimate> estimate(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  Moments moments;
  for (const double value : values) moments.add(value);
  Estimate result{*moments.mean(), std::nullopt};
  if (const auto deviation = moments.stddev()) {
    const auto n = static_cast<double>(values.size());
    const double t = quantile(boost::math::students_t(n - 1), 0.975);
    result.half_width = t * *deviation / std::sqrt(n);
  }
  return result;
}

}  // namespace jitterscope
