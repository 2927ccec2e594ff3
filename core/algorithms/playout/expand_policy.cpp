#include "core/algorithms/playout/expand_policy.h"

#include <algorithm>

namespace jitterscope {

std::optional<Timestamp> ExpandPolicy::take(const PlayoutArrival& unit) {
  const Duration transit = transit_of(unit);
  reference_.add(unit.received, transit);
  offset_.set(offset_.any() ? std::max(offset_.value(), transit) : transit);
  return offset_.playout(unit);
}

Duration ExpandPolicy::delay() const {
  return offset_.value() - reference_.smallest();
}

void ExpandPolicy::restart() {
  *this = {};
}

}  // namespace jitterscope
