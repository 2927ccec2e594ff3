#include "core/playout/fixed_delay_policy.h"

#include <algorithm>

namespace jitterscope {

std::optional<Timestamp> FixedDelayPolicy::take(const PlayoutArrival& unit) {
  const Duration transit = transit_of(unit);
  reference_.add(unit.received, transit);
  const Duration wanted = reference_.smallest() + target_;
  if (offset_.opens(unit)) offset_.follow(unit, wanted);
  if (urgent_) offset_.set(wanted);
  urgent_ = false;
  if (transit > offset_.value())
    note_late(unit, transit);
  else
    late_ = {};
  return offset_.playout(unit);
}

void FixedDelayPolicy::note_late(const PlayoutArrival& unit, Duration transit) {
  if (late_.units == 0) late_ = {0, unit.received, transit};
  ++late_.units;
  late_.smallest = std::min(late_.smallest, transit);
  if (late_.units < kLateUnits || unit.received - late_.begin < kLateFor) return;
  reference_.clear();
  reference_.add(unit.received, late_.smallest);
  offset_.set(late_.smallest + target_);
  late_ = {};
}

Duration FixedDelayPolicy::delay() const {
  return offset_.value() - reference_.smallest();
}

void FixedDelayPolicy::set_target(Duration target) {
  urgent_ = urgent_ || (at_once_ && target != target_);
  target_ = target;
}

void FixedDelayPolicy::restart() {
  *this = FixedDelayPolicy(target_, at_once_);
}

}  // namespace jitterscope
