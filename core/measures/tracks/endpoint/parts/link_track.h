#pragma once
// One direction of the emulated link over the call, from its reports.
#include <deque>
#include <optional>

#include "core/base/stats/envelope.h"
#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/link_report.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/views/conditions_view.h"

namespace jitterscope {

/// Counts are those since the link came up, of a stretch those in it, of which rate and longest queue are then too;
/// series go over the whole call and are bounded. Where the kernel's interface queue reports beside the relay's model,
/// queue and rate are the kernel's, and drops are added up.
class LinkTrack {
 public:
  explicit LinkTrack(const FigureSpan& span) : span_(span) {}
  void add(const LinkReport&);
  /// The call is over: of what comes now, the last report tells what the link dropped at its end.
  void end() { ended_ = true; }
  /// The link came up anew or is no more; series stay.
  void restart();
  /// nullopt while there is no link. `queue_limit` as set.
  std::optional<LinkView> view(std::optional<int> queue_limit) const;

 private:
  static constexpr std::size_t kSharp = 3600;  // an hour of seconds
  const std::optional<LinkReport>& leading() const { return kernel_.last ? kernel_.last : model_.last; }
  void close_seconds(double at_s);

  FigureSpan span_;
  bool ended_ = false;
  struct Source {
    std::optional<LinkReport> last;
    LinkReport before;  // counts of a stretch begin with it
  };
  Source model_, kernel_;
  std::deque<LinkReport> last_second_;  // of the leading one; of a stretch all
  std::optional<double> second_;        // begin of the open one
  std::int64_t second_drops_ = 0;
  double second_kilobits_ = 0;
  double overloaded_s_ = 0;
  Envelope queue_;
  ThinningSeries drops_{kSharp}, rate_{kSharp};
};

}  // namespace jitterscope
