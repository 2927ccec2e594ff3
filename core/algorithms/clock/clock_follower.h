#pragma once
// The slave's end of the time protocol: when to ask the master, what its answers tell, and the clock to stamp with.
// Sans-IO; one owner.
//
// Conference time never steps: the first line is the filter's estimate, and what later estimates differ by is worked in
// until the next answer, at most kMostCorrection faster or slower than the rate that is believed (0.5 ms a second). Of
// that rate no more than kMostAhead is reckoned ahead: the clocks may turn round any moment, and a line that ran on at
// 500 ppm would be as far from the fences on one side as it gains on the other.
#include <array>
#include <optional>

#include "core/algorithms/clock/clock_filter.h"
#include "core/algorithms/clock/clock_line.h"

namespace jitterscope {

class ClockFollower {
 public:
  static constexpr double kMostCorrection = 500e-6, kMostAhead = 250e-6;
  static constexpr Duration kLongestCorrection = Duration::seconds(60);  // without another estimate
  static constexpr int kFirstAnswers = 8;  // asked for each kFirstPeriod, from then on about each kPeriod
  static constexpr Duration kFirstPeriod = Duration::ms(100), kPeriod = Duration::ms(500);
  static constexpr Duration kDither = Duration::ms(25);  // what a period may differ by
  static constexpr Duration kCorrectionTime = Duration::ms(525);
  static constexpr Duration kPatience = Duration::seconds(10);  // fast without any answer for so long, then slow

  /// A stretch in which the line was further off than its bound said, known only now.
  struct Doubt {
    Timestamp since;  // local
    Duration beyond;  // the bound of now, which holds for the stretch too, less that of then
  };

  explicit ClockFollower(Timestamp began) : began_(began), next_request_(began) {}

  /// Local time of the next request.
  Timestamp next_request() const { return next_request_; }
  /// A request left, or failed to, at `t1`.
  void requested(Timestamp t1);
  /// False: no answer to a request that is still open, or an impossible one.
  bool answered(const ClockSample& sample);
  /// What the last answer proved: the clocks jumped apart. Absent: they did not.
  const std::optional<Doubt>& doubt() const { return doubt_; }

  /// What the line says at `now` and how far it may be wrong: the farther one of the filter's fences. nullopt before
  /// the first answer; without a line: of the filter alone.
  std::optional<ClockEstimate> estimate(Timestamp now) const;
  /// The clock to stamp with; absent until synchronised for the first time.
  const std::optional<ClockLine>& line() const { return line_; }

 private:
  void steer(Timestamp now);

  const Timestamp began_;
  Timestamp next_request_;
  ClockFilter filter_;
  std::optional<ClockLine> line_;
  std::optional<Doubt> doubt_;
  std::array<std::optional<Timestamp>, 16> open_;  // t1 of requests without an answer yet
  std::size_t asked_ = 0;
  int answers_ = 0;
};

}  // namespace jitterscope
