#include "core/measures/compare/told_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/measures/offline/intervals.h"

namespace jitterscope {
namespace {

/// Since the stream began. As doubles: a file may hold any numbers.
CountedUnits packets_of(const PeerSummary& told) {
  return {static_cast<double>(told.lost), static_cast<double>(told.expected)};
}
CountedUnits frames_of(const PeerSummary& told) {
  const auto lost = static_cast<double>(told.frames_lost);
  return {lost, lost + static_cast<double>(told.frames_complete)};
}

/// From each summary to the next one; fewer in all: another stream began. What a file's first one counted may be of
/// before it.
class Increments {
 public:
  void add(const CountedUnits& total, bool in_span) {
    if (last_ && in_span) {
      const CountedUnits last = total.all >= last_->all ? *last_ : CountedUnits();
      if (total.all == last.all) return;  // a count that was taken back goes into the next one
      made_.push_back({total.counted - last.counted, total.all - last.all});
    }
    last_ = total;
  }
  StretchFigure share() const {
    const auto interval = share_intervals(made_);
    if (!interval) return {{}, {}, 0, "Nothing of it was due in this time."};
    CountedUnits sum;
    for (const auto& [counted, all] : made_) sum.counted += counted, sum.all += all;
    const bool enough = interval->effective_n >= kFewestForLoss;
    return {std::clamp(sum.counted / sum.all, 0.0, 1.0), enough ? interval->share.interval : std::nullopt};
  }

 private:
  std::optional<CountedUnits> last_;
  std::vector<CountedUnits> made_;
};

StretchFigure mean_of(const std::vector<double>& values) {
  if (values.empty()) return {{}, {}, 0, "The remote told none."};
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  return {mean, stretch_mean_interval(mean, values)};
}

}  // namespace

std::optional<ToldFigures> told_figures(std::span<const PeerSummary> told, Medium medium,
                                        const std::optional<TimeSpan>& span) {
  Increments packets, frames;
  std::vector<double> jitters;
  std::optional<std::int64_t> came;  // packets: a summary repeats the jitter of a stream that has stopped
  bool any = false;
  for (const PeerSummary& summary : told) {
    if (summary.medium != medium) continue;
    const bool in_span = !span || span->holds(summary.at);
    any = any || in_span;
    packets.add(packets_of(summary), in_span);
    frames.add(frames_of(summary), in_span);
    const bool more_came = std::exchange(came, summary.packets) != summary.packets;
    if (in_span && more_came && summary.jitter_ms && std::isfinite(*summary.jitter_ms))
      jitters.push_back(*summary.jitter_ms);
  }
  if (!any) return std::nullopt;
  const StretchFigure frame_loss = medium == Medium::kVideo ? frames.share() : StretchFigure();
  return ToldFigures{packets.share(), frame_loss, mean_of(jitters)};
}

}  // namespace jitterscope
