#pragma once
// The conference clock that all threads of a call stamp with while it is still being learned. The rtcp thread writes
// it, media threads read it without lock, wait or allocation, about 10 ns.
#include <optional>

#include "core/algorithms/clock/clock_line.h"
#include "core/algorithms/signalling/conference_clock.h"
#include "core/base/realtime/latched_value.h"

namespace jitterscope {

class CallClock {
 public:
  /// One consistent look at the clock.
  struct View {
    ClockLine line;
    bool known = false;         // local time can be converted
    bool synchronised = false;  // both ends stamp with this clock: delays are known

    std::optional<Timestamp> to_conference(Timestamp local) const {
      return known ? std::optional(line.to_conference(local)) : std::nullopt;
    }
  };

  /// As agreed at set-up. A slave knows nothing until the rtcp thread has learned it; all others convert from the
  /// start.
  explicit CallClock(const ConferenceClock& agreed) : view_(first_view(agreed)) {}

  /// Any thread. Conference time never steps once it is known (ClockFollower).
  View view() const { return view_.load(); }
  std::optional<Timestamp> to_conference(Timestamp local) const { return view().to_conference(local); }

  /// rtcp thread. A slave's new line; a master's slave said whether it is synchronised.
  void set(const View& view) { view_.store(view); }

 private:
  static View first_view(const ConferenceClock& agreed) {
    View view;
    view.known = agreed.offset.has_value() && agreed.role != ClockRole::kSlave;
    view.synchronised = agreed.synchronised;
    if (agreed.offset) view.line.offset = *agreed.offset;
    return view;
  }

  LatchedValue<View> view_;
};

}  // namespace jitterscope
