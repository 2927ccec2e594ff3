#pragma once
// The slave's end of the time protocol: when to ask the master, what its answers tell, and the clock to stamp with.
// Sans-IO; one owner.
//
// Conference time never steps: the first line is the filter's estimate, and what later estimates differ by is worked in
// over at least kCorrectionTime, at most kMostCorrection faster or slower than the true rate (0.5 ms a second).
#include <array>
#include <optional>

#include "core/clock/clock_filter.h"
#include "core/clock/clock_line.h"

namespace jitterscope {

class ClockFollower {
 public:
  static constexpr Duration kCorrectionTime = Duration::seconds(1);
  static constexpr double kMostCorrection = 500e-6;
  static constexpr Duration kLongestCorrection = Duration::seconds(60);  // without another estimate
  static constexpr int kFirstAnswers = 8;  // asked for each kFirstPeriod, from then on about each kPeriod
  static constexpr Duration kFirstPeriod = Duration::ms(100), kPeriod = Duration::ms(500);
  static constexpr Duration kPatience = Duration::seconds(10);  // fast without any answer for so long, then slow

  explicit ClockFollower(Timestamp began) : began_(began), next_request_(began) {}

  /// Local time of the next request.
  Timestamp next_request() const { return next_request_; }
  /// A request left, or failed to, at `t1`.
  void requested(Timestamp t1);
  /// False: no answer to a request that is still open, or an impossible one.
  bool answered(const ClockSample& sample);
  /// This machine's clock was found to run at another rate than before.
  void rate_changed() { filter_.forget_all_but_newest(); }

  /// What the line says at `now` and how far it may be wrong: the filter's bound and what is yet to be worked in.
  /// nullopt before the first answer; not synchronised: of the filter alone.
  std::optional<ClockEstimate> estimate(Timestamp now) const;
  /// The clock to stamp with; absent until synchronised.
  const std::optional<ClockLine>& line() const { return line_; }

 private:
  void steer(Timestamp now);

  const Timestamp began_;
  Timestamp next_request_;
  ClockFilter filter_;
  std::optional<ClockLine> line_;
  std::array<std::optional<Timestamp>, 16> open_;  // t1 of requests without an answer yet
  std::size_t asked_ = 0;
  int answers_ = 0;
};

}  // namespace jitterscope
