#pragma once
// Offset and skew of the conference clock against this machine's, from exchanges of four stamps. Sans-IO.
//
// No packet arrives before it is sent, so each exchange fences the true offset (conference − local) in: it is at most
// t2 − t1 (the way there took no negative time) and at least t3 − t4. Clocks run at steady rates over minutes, so the
// true offset is a line that passes below all the upper fences and above all the lower ones (Moon, Skelly and Towsley
// 1999 fit one such line; here all of them are kept). Only exchanges with a short way there or back touch a line:
// queueing, however one-sided, falls out by itself. The estimate is the middle of all such lines, the bound their
// half-width: half of the best round trip, more where the fit leaves the skew open, growing with age by that skew and
// by kWander.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/units/time.h"

namespace jitterscope {

/// One exchange. t1 (asked), t4 (answer came): this machine's monotonic clock; t2 (question came), t3 (answered): the
/// master's conference clock.
struct ClockSample {
  Timestamp t1, t2, t3, t4;
  Duration round_trip() const { return (t4 - t1) - (t3 - t2); }  // without the master's time to answer
};

struct ClockEstimate {
  Duration offset;            // conference − local, at the time asked about
  double skew = 0;            // what the offset gains a second of local time; 1e-6 = 1 ppm
  Duration bound;             // the true offset is within ± this
  bool synchronised = false;  // enough exchanges to be used
};

class ClockFilter {
 public:
  static constexpr double kMostSkew = 500e-6;  // the most that a kernel corrects a clock by, beyond any quartz
  static constexpr double kWander = 1e-6;      // how far a rate may have changed since an exchange
  static constexpr std::int64_t kEnough = 5;   // exchanges, of a fast first second, until synchronised

  /// Samples in the order of t1. False: impossible (negative round trip, times out of order or beyond belief), not
  /// taken.
  bool add(const ClockSample& sample);
  /// `now` is not before the last t4. nullopt before the first sample. Valid while both clocks keep their rates to
  /// within kWander; when the samples say that they did not, older ones are forgotten until they agree.
  std::optional<ClockEstimate> estimate(Timestamp now) const;
  /// This machine's clock is known to have changed its rate: only the newest sample still says something.
  void forget_all_but_newest();
  std::int64_t samples() const { return samples_; }

 private:
  /// The offset was at most (upper) or at least (lower) this, ns since `began_` and beyond `base_`.
  struct Fence {
    double at = 0, offset = 0;
  };
  struct SkewRange {
    double low = 0, high = 0;
  };
  static void add_fence(std::deque<Fence>& hull, Fence fence, double side);
  SkewRange skew_range() const;
  void drop_contradictions();

  Timestamp began_;
  Duration base_;
  std::deque<Fence> upper_, lower_;  // convex hulls: the fences that a line can touch
  std::int64_t samples_ = 0;
};

}  // namespace jitterscope
