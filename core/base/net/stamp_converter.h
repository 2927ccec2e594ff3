#pragma once
// The kernel's receive stamps are real time; this brings them to the local clock, also while somebody sets the
// real-time clock: a stamp that could have been taken before or after the step is rather none than wrong. Sans-IO; one
// socket's.
#include <algorithm>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

class StampConverter {
 public:
  static constexpr Duration kKept = Duration::seconds(1);         // then the offset is measured again
  static constexpr Duration kTolerance = Duration::us(20);        // smaller steps are followed within kKept
  static constexpr Duration kLongestWait = Duration::seconds(1);  // of a datagram in the socket's buffer

  /// `received`, `real`: the local and the real-time clock, read one after the other when the receive call had
  /// returned. `measure()`: real time − local, measured exactly; called when it seems to have changed. Never after
  /// `received`.
  template <typename Measure>
  std::optional<Timestamp> to_local(Timestamp stamp, Timestamp received, Timestamp real, Measure measure) {
    if (!measured_ || received - *measured_ > kKept || !alike(real - received, offset_)) {
      const Duration present = measure();
      if (measured_ && !alike(present, offset_)) before_ = Before{offset_, looked_, received};
      offset_ = present;
      measured_ = received;
    }
    looked_ = received;
    if (before_ && received - before_->until > kLongestWait) before_.reset();
    const Timestamp local = stamp - offset_;
    return before_ ? beside_a_step(local, stamp - before_->offset, received) : std::min(local, received);
  }

 private:
  struct Before {           // the step before last kLongestWait
    Duration offset;        // until then
    Timestamp from, until;  // it came between these two
  };
  static bool alike(Duration one, Duration other) { return one - other < kTolerance && other - one < kTolerance; }

  std::optional<Timestamp> beside_a_step(Timestamp by_present, Timestamp by_past, Timestamp received) const {
    const bool after = by_present >= before_->from && by_present <= received + kTolerance;
    const bool before =
        by_past >= received - kLongestWait && by_past <= std::min(received, before_->until) + kTolerance;
    if (after == before) return std::nullopt;
    return std::min(after ? by_present : by_past, received);
  }

  Duration offset_;  // real time − local
  std::optional<Timestamp> measured_;
  Timestamp looked_;  // the last datagram
  std::optional<Before> before_;
};

}  // namespace jitterscope
