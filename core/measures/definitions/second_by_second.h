#pragma once
// Rate and loss of a stream, a point for each second of the call.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/stats/thinning_series.h"

namespace jitterscope {

/// Totals so far in, per-second series out. Points stand at the end of their second; NaN where nothing came in it: a
/// gap, which is neither 0 nor a line. An hour stays sharp.
class SecondBySecond {
 public:
  struct Totals {
    std::int64_t bytes = 0, expected = 0, packets = 0;
  };

  /// Before counting anything that happened at `at_s`: closes the seconds that ended by then. `totals` = so far.
  void advance(double at_s, const Totals& totals);
  /// The stream began anew: totals start from zero again. `totals`: of the stream before.
  void restart(const Totals& totals);

  const std::vector<SeriesPoint>& rate_kbps() const { return rate_.points(); }
  const std::vector<SeriesPoint>& loss_percent() const { return loss_.points(); }
  /// With what was expected since the last whole second, of a stream that is over by `at_s`: the percentage of a
  /// shorter interval, from its beginning to its end. Where packets of a silence are only known to be lost by now, that
  /// is all of the silence.
  std::vector<SeriesPoint> loss_percent_until(double at_s, const Totals& totals) const;
  /// Over about the last 10 s; absent when nothing was expected in them.
  std::optional<double> recent_loss_ratio(const Totals&) const;

 private:
  /// From `before` to `after`.
  static Totals between(const Totals& before, const Totals& after);
  static std::optional<double> loss_of(const Totals& some);
  static constexpr std::size_t kRecentSeconds = 10;

  std::optional<std::int64_t> second_;  // open
  Totals closed_;                       // when it began
  Totals before_;                       // in it, of the stream before
  std::deque<Totals> recent_;
  ThinningSeries rate_{3600}, loss_{3600};
};

}  // namespace jitterscope
