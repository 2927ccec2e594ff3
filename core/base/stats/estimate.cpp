#include "core/base/stats/estimate.h"

#include <cmath>

#include "core/base/stats/block_bootstrap.h"
#include "core/base/stats/moments.h"

namespace jitterscope {

std::optional<Estimate> estimate(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  Moments moments;
  for (const double value : values) moments.add(value);
  Estimate result{*moments.mean(), std::nullopt};
  if (const auto deviation = moments.stddev()) {
    const auto n = static_cast<double>(values.size());
    result.half_width = student_975(n - 1) * *deviation / std::sqrt(n);
  }
  return result;
}

}  // namespace jitterscope
