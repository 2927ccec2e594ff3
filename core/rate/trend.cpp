#include "core/rate/trend.h"

namespace jitterscope {

int trend_groups(std::size_t) { return 0; }
TrendFigures trend_of(std::span<const double>, const TrendSetting&, double) { return {}; }
std::optional<double> trend_verdict(const std::array<std::optional<TrendFigures>, TrendReported::kScales>&) { return {}; }

}  // namespace jitterscope
