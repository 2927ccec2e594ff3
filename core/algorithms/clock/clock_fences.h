#pragma once
// Between which two values the offset of two clocks is for certain. Sans-IO.
//
// No packet arrives before it is sent, so each exchange fences the true offset (conference − local) in: it was at most
// t2 − t1 (the way there took no negative time) and at least t3 − t4, give or take kStampError. From
// then on each fence gives way by the largest relative rate admitted: whatever the clocks do below that, the truth
// stays inside.
#include <optional>

#include "core/algorithms/clock/clock_sample.h"

namespace jitterscope {

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
