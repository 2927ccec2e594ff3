#pragma once
// What the reports of a trend in the delays of one stream of sound said over the call.
#include <array>
#include <optional>
#include <vector>

#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/trend_reported.h"
#include "core/measures/views/trend_stretch.h"

namespace jitterscope {

struct RateView;

/// Reports of one direction. Series go over the whole call and are bounded.
class TrendTrack {
 public:
  explicit TrendTrack(Timestamp call_began) : began_(call_began) {}
  /// False: it is the last one again, and tells nothing.
  bool add(const TrendReported&);
  const std::optional<TrendReported>& last() const { return last_; }
  /// The view's part that is of the sound.
  void fill(RateView& view, Timestamp now) const;

 private:
  static constexpr std::size_t kSharp = 2400;  // ten minutes of reports
  struct Scale {
    ThinningSeries pct{kSharp}, pdt{kSharp};
  };
  void add_lost(const TrendReported& report, double at_s);
  void add_stretch(double begin_s, double end_s, double verdict);

  Timestamp began_;
  std::optional<TrendReported> last_;
  ThinningSeries delay_{kSharp}, rise_{kSharp};
  std::array<Scale, kTrendScales> scales_;
  std::vector<TrendStretch> stretches_;
  std::vector<SeriesPoint> lost_;
  std::uint32_t most_lost_ = 0;  // that a report of the stream of last_ told
};

}  // namespace jitterscope
