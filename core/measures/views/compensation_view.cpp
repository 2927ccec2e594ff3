#include "core/measures/views/compensation_view.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {

std::optional<double> dropped_at(std::span<const CurvePoint> curve, double buffer_ms) {
  const auto after = std::ranges::upper_bound(curve, buffer_ms, {}, &CurvePoint::buffer_ms);
  return after == curve.begin() ? std::nullopt : std::optional(std::prev(after)->dropped_percent);
}

}  // namespace jitterscope
