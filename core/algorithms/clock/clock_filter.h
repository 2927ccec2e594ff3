#pragma once
// Offset and skew of the conference clock against this machine's, from exchanges of four stamps. Sans-IO.
//
// What is certain are ClockFences: they make the bound. What is likely is a line: hardware clocks run at steady rates
// over minutes, so the true offset is near a line that passes below all the upper fences and above all the lower ones
// (Moon, Skelly and Towsley 1999 fit one such line; here all of them are kept). Only exchanges with a short way there
// or back touch a line: queueing, however one-sided, falls out by itself. The estimate is the middle of all such lines,
// as far as the fences allow it. The lines are of raw hardware time where both ends tell how far theirs is slewed: what
// a time daemon does then bends no line.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/units/stamp_error.h"

namespace jitterscope {

/// Between which two values the offset of two clocks is for certain. Sans-IO.
///
/// No packet arrives before it is sent, so each exchange fences the true offset (conference − local) in: it was at most
/// t2 − t1 (the way there took no negative time) and at least t3 − t4, give or take kStampError. From
/// then on each fence gives way by the largest relative rate admitted: whatever the clocks do below that, the truth
/// stays inside.
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

struct ClockEstimate {
  Duration offset;            // conference − local, at the time asked about
  double skew = 0;            // what the offset gains a second of local time; 1e-6 = 1 ppm
  Duration bound;             // the true offset is within ± this
  bool synchronised = false;  // enough exchanges to be used, and the clocks run alike enough to be followed
};

class ClockFilter {
 public:
  /// Clocks that run apart faster are not followed: they are not synchronised. A kernel slews a clock by no more.
  static constexpr double kMostSkew = 500e-6;
  static constexpr double kWander = 1e-6;     // how far a hardware rate may have changed since an exchange
  static constexpr std::int64_t kEnough = 5;  // exchanges, of a fast first second, until synchronised
  static constexpr Duration kMemory = Duration::seconds(60);  // of the lines
  /// After a second jump within that time the clocks have to agree for as long to be synchronised again.
  static constexpr Duration kCalm = Duration::seconds(10);

  /// Samples in the order of t1 and of t4. False: impossible (negative round trip, times out of order or beyond
  /// belief), not taken.
  bool add(const ClockSample& sample);
  /// `now` is not before the last t4. nullopt before the first sample. The bound holds as long as the clocks run apart
  /// no faster than ClockFences::kAdmittedRate, whatever their rates do below that, from the exchange after a jump on.
  std::optional<ClockEstimate> estimate(Timestamp now) const;
  /// Between which the offset is for certain.
  std::optional<ClockFences::Interval> fences(Timestamp now) const { return fences_.at(now); }
  /// What the last sample proved: the clocks had jumped apart. Absent: they had not.
  const std::optional<ClockFences::Jump>& jump() const { return jump_; }
  std::int64_t samples() const { return samples_; }

 private:
  /// The offset was at most (upper) or at least (lower) this, ns since `began_`, beyond `base_`, in raw time.
  struct Fence {
    double at = 0, offset = 0;
  };
  struct SkewRange {
    double low = 0, high = 0;
  };
  struct Slew {
    double gained = 0, rate = 0;  // ns of the offset that are the daemons' doing, since the first sample; a second's
    double at = 0;
  };
  bool is_believable(const ClockSample&) const;
  void follow_slew(const ClockSample&, double at);
  void add_fences(const ClockSample&);
  static void add_fence(std::deque<Fence>& hull, Fence fence, double side);
  SkewRange skew_range() const;
  void drop_contradictions();
  bool is_followed(Timestamp now) const;  // flat, and the clocks jump no more
  bool is_flat() const;
  void learn_skew();

  ClockFences fences_;
  std::optional<ClockFences::Jump> jump_;
  std::optional<Timestamp> jumped_, unsteady_until_;  // when the last jump was found
  Timestamp began_, last_asked_, last_answered_;
  Duration base_;
  std::optional<Duration> slew_base_;
  Slew slew_;
  double skew_ = 0;                  // the last one that the lines said, in raw time
  std::deque<Fence> upper_, lower_;  // convex hulls: the fences that a line can touch
  std::int64_t samples_ = 0;
};

}  // namespace jitterscope
