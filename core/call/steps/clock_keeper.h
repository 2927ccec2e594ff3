#pragma once
// What one end of a call does for the conference clock: the slave asks and steers its clock by the answers, the master
// answers, both tell each other how far their kernels have slewed their clocks, watch their machine's own clock and
// tell what they believe as events: with every exchange, with a bound that holds until the next one is due. rtcp thread
// only.
#include <optional>

#include "core/algorithms/clock/clock_follower.h"
#include "core/algorithms/clock/clock_watch.h"
#include "core/algorithms/rtp/rtcp_clock.h"
#include "core/base/units/clock_offset.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/event_rings.h"

namespace jitterscope {

struct ClockSynced;

/// The machine's clocks beside its monotonic one, which may be set and slewed. The step's thread.
class MachineClocks {
 public:
  virtual ~MachineClocks() = default;
  virtual ClockOffset realtime() const = 0;
  /// Of the clock that nobody slews.
  virtual ClockOffset raw() const = 0;
  /// How far the monotonic clock is ahead of that.
  Duration slewed() const { return -raw().offset; }
};

class ClockKeeper {
 public:
  /// Clocks and events outlive this.
  ClockKeeper(const ConferenceClock& agreed, CallClock& clock, const MachineClocks& machine, const RemoteEvents& events,
              Timestamp now);

  /// Once, before all others: what was agreed.
  void begin(Timestamp now);

  /// When something is to be done next.
  Timestamp next_due() const;
  /// What the system did to its clocks since a second ago; once a second at most. `looks`: false: another keeper does.
  void watch(Timestamp now, bool looks = true);
  /// A slave's question, when one is due; `now` is just before it is sent.
  std::optional<rtp::ClockMessage> question(Timestamp now);
  /// A message that came at `came` (the kernel's stamp where there is one). The answer to a question that the master
  /// has to give; `now` is just before it is sent.
  std::optional<rtp::ClockMessage> receive(const rtp::ClockMessage& told, Timestamp came, Timestamp now);

 private:
  void learn(const rtp::ClockMessage& answer, Timestamp came);
  std::optional<ClockEstimate> belief(Timestamp now) const;
  bool knows_delays(const ClockEstimate&) const;
  void report_following(Timestamp now, std::optional<Duration> round_trip,
                        const std::optional<ClockFollower::Doubt>& doubt = {});
  void report(ClockSynced event);
  void tell_change(const ClockChange& change, Timestamp now);
  void hear_slew(const rtp::ClockMessage& message, Timestamp remote, Timestamp now);

  const ConferenceClock agreed_;
  CallClock& clock_;
  const MachineClocks& machine_;
  const RemoteEvents events_;
  ClockFollower follower_;  // slave
  RealTimeWatch real_time_, rate_, remote_rate_;
  Timestamp next_watch_, heard_;
  Duration round_trip_, remote_bound_ = kStampError;
  std::optional<Timestamp> reported_, noticed_, remote_noticed_, jump_noticed_;
};

}  // namespace jitterscope
