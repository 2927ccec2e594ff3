#pragma once
// Between which two values the offset of two clocks is for certain. Sans-IO.
//
// No packet arrives before it is sent, so each exchange fences the true offset (conference − local) in: it was at most
// t2 − t1 (the way there took no negative time) and at least t3 − t4, give or take kStampError. From
// then on each fence gives way by the largest relative rate admitted: whatever the clocks do below that, the truth
// stays inside.
#include <optional>

#include "core/base/units/stamp_error.h"

namespace jitterscope {

/// One exchange of four stamps. t1 (asked), t4 (answer came): this machine's monotonic clock; t2 (question came), t3
/// (answered): the master's conference clock.
struct ClockSample {
  Timestamp t1, t2, t3, t4;
  // How far each clock is ahead of its machine's raw hardware clock (CLOCK_MONOTONIC_RAW), on any scale that stays:
  // what a time daemon makes it gain. At t4 and at t3; absent: not known.
  std::optional<Duration> slewed_local = {}, slewed_remote = {};

  Duration round_trip() const { return (t4 - t1) - (t3 - t2); }  // without the master's time to answer
};

class ClockFences {
 public:
  /// The largest relative rate of two clocks that the bound reckons with, changes included. Above what a clock that may
  /// be followed runs at (ClockFilter::kMostSkew), so that a quicker one is found out before it has left the bound.
  static constexpr double kAdmittedRate = 600e-6;

  struct Interval {
    Duration low, high;  // of the offset
  };
  /// An exchange that the fences before it contradict: the clocks jumped, or run apart faster than admitted.
  struct Jump {
    Timestamp since;  // not later than it happened: the exchange before was asked for then
    Duration beyond;  // at least so far
  };

  /// In order of t4. On a jump all earlier fences are forgotten.
  std::optional<Jump> add(const ClockSample&);
  /// At a time not before the last t4; absent before the first sample.
  std::optional<Interval> at(Timestamp now) const;
  /// Only this sample still says something.
  void restart(const ClockSample&);

 private:
  struct Fence {
    Timestamp at;
    Duration offset;
  };
  static Fence upper_of(const ClockSample&);
  static Fence lower_of(const ClockSample&);

  std::optional<Fence> upper_, lower_;
  Timestamp asked_;  // t1 of the last exchange
};

}  // namespace jitterscope
