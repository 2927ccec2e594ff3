#include "core/conference/conference_clock.h"

#include "core/conference/messages.h"

namespace jitterscope {

std::optional<Timestamp> ConferenceClock::to_conference(Timestamp local) const {
  if (!offset) return std::nullopt;
  return local + *offset;
}

std::optional<Timestamp> ConferenceClock::to_local(Timestamp conference) const {
  if (!offset) return std::nullopt;
  return conference - *offset;
}

Duration own_offset(Timestamp real, Timestamp monotonic) {
  return real - monotonic;
}

ConferenceClock agree_on_clock(const Description& local, const Description& remote, bool caller, Duration own) {
  const bool same_machine = !local.boot_id.empty() && local.boot_id == remote.boot_id;
  if (caller) return {own, same_machine, same_machine ? ClockRole::kSameMachine : ClockRole::kMaster};
  if (same_machine && remote.conference_offset) return {remote.conference_offset, true, ClockRole::kSameMachine};
  return {own, false, ClockRole::kSlave};
}

}  // namespace jitterscope
