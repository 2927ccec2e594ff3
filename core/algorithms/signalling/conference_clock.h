#pragma once
// Conference time = the master's real time at the start of the call plus its monotonic time since:
// local monotonic + a fixed offset, so it never steps. The caller is the master, or who is in a conference already.
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// Alone: plain RTP, nobody has agreed on a clock. Same machine: both ends read the same monotonic clock.
enum class ClockRole : std::uint8_t { kAlone, kMaster, kSlave, kSameMachine };

/// What two ends agree on when the call is set up. A slave learns the rest during the call (core/algorithms/clock).
struct ConferenceClock {
  std::optional<Duration>
      offset;                 // conference = local monotonic + offset (a slave's: its own guess); absent before a call
  bool synchronised = false;  // both ends stamp with the same clock: delays are known
  ClockRole role = ClockRole::kAlone;

  std::optional<Timestamp> to_conference(Timestamp local) const;
};

/// The offset of an end that follows nobody: both clocks read at the same moment.
Duration own_offset(Timestamp real, Timestamp monotonic);

/// What an end says of its clock when a call is set up.
struct OfferedClock {
  std::optional<Duration> offset;  // absent: it follows another's and has none to offer
  bool is_kept = false;            // it is in a conference that goes by it
};

/// The clock of this end for the call. `same_clock`: shown to each other (same_machine.h). Master: who keeps its clock
/// or, where both do or none, the caller; it has its own offset. The other one has the master's where both read the
/// same clock; else only its own guess, and is the slave.
ConferenceClock agree_on_clock(bool same_clock, bool caller, const OfferedClock& own, const OfferedClock& remote);

/// The same for one more remote, of an end that has its clock already (`own`, as agreed with the first): it keeps that.
/// `agreed`: as agree_on_clock has it. Delays are known where both read one machine's clock with the same offset, or
/// where this end is the master of both; to who goes by another clock they are not.
ConferenceClock keep_clock(const ConferenceClock& own, const ConferenceClock& agreed);

}  // namespace jitterscope
