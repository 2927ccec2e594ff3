#include "core/algorithms/signalling/conference_clock.h"

namespace jitterscope {

std::optional<Timestamp> ConferenceClock::to_conference(Timestamp local) const {
  if (!offset) return std::nullopt;
  return local + *offset;
}

Duration own_offset(Timestamp real, Timestamp monotonic) {
  return real - monotonic;
}

ConferenceClock agree_on_clock(bool same_clock, bool caller, const OfferedClock& own, const OfferedClock& remote) {
  const bool leads = own.is_kept != remote.is_kept ? own.is_kept : caller;
  if (leads) return {own.offset, same_clock, same_clock ? ClockRole::kSameMachine : ClockRole::kMaster};
  if (same_clock && remote.offset) return {remote.offset, true, ClockRole::kSameMachine};
  return {own.offset, false, ClockRole::kSlave};
}

ConferenceClock keep_clock(const ConferenceClock& own, const ConferenceClock& agreed) {
  const bool follows = own.role == ClockRole::kSlave;  // its offset is a guess, and its clock another's
  const bool same = !follows && agreed.role == ClockRole::kSameMachine && agreed.offset == own.offset;
  const bool master = agreed.role == ClockRole::kMaster && !follows;
  return {own.offset, same, same ? ClockRole::kSameMachine : master ? ClockRole::kMaster : ClockRole::kAlone};
}

}  // namespace jitterscope
