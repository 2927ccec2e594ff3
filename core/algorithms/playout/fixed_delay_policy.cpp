#include "core/algorithms/playout/fixed_delay_policy.h"

namespace jitterscope {

std::optional<Timestamp> FixedDelayPolicy::take(const PlayoutArrival& unit) {
  reference_.add(unit.received, transit_of(unit));
  follow(unit, reference_.smallest() + target_);
  if (late_.add(unit, offset_.value())) {
    reference_.clear();
    reference_.add(unit.received, late_.smallest());
    offset_.set(late_.smallest() + target_);
  }
  return offset_.playout(unit);
}

void FixedDelayPolicy::follow(const PlayoutArrival& unit, Duration wanted) {
  const bool opens = unit.talkspurt || !offset_.any();
  const bool patient = unit.received - last_talkspurt_ >= kPatience && unit.received - last_step_ >= kStepEvery;
  if (opens) last_talkspurt_ = unit.received;
  if (opens || patient) last_step_ = unit.received;
  const Duration step = wanted - offset_.value();
  const bool worth_it = step >= kDeadBand || -step >= kDeadBand;
  if (opens || urgent_ || (patient && worth_it)) offset_.set(wanted);
  urgent_ = false;
}

Duration FixedDelayPolicy::delay() const {
  return offset_.value() - reference_.smallest();
}

void FixedDelayPolicy::set_target(Duration target) {
  urgent_ = urgent_ || (at_once_ && target != target_);
  target_ = target;
}

void FixedDelayPolicy::restart() {
  *this = FixedDelayPolicy(target_, at_once_, medium_);
}

}  // namespace jitterscope
