#pragma once
// Conference time = the master's real time at the start of the call plus its monotonic time since (interface.md, "On
// the wire"): local monotonic + a fixed offset, so it never steps. The caller is the master.
#include <optional>
#include <string>

#include "core/units/time.h"

namespace jitterscope {

struct Description;

struct ConferenceClock {
  std::optional<Duration> offset;  // conference = local monotonic + offset; absent before a call
  bool synchronised = false;       // both ends stamp with the same clock: delays are known

  std::optional<Timestamp> to_conference(Timestamp local) const;
  std::optional<Timestamp> to_local(Timestamp conference) const;
};

/// The offset of an end that follows nobody: both clocks read at the same moment.
Duration own_offset(Timestamp real, Timestamp monotonic);

/// The clock of this end for the call. Caller: its own offset; callee with the caller's boot id: the caller's offset.
/// Otherwise both stamp with their own offset and are not synchronised.
ConferenceClock agree_on_clock(const Description& local, const Description& remote, bool caller, Duration own);

}  // namespace jitterscope
