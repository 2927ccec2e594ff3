#pragma once
// What received and sent streams have in common: spacing, rates and dots of their packets.
#include <optional>

#include "core/base/stats/binned_distribution.h"
#include "core/base/stats/envelope.h"
#include "core/base/stats/rate_meter.h"
#include "core/base/stats/whole_rate.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/definitions/packet_dots.h"
#include "core/measures/definitions/second_by_second.h"
#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {

/// Figures of a distribution over the whole call, ms.
SampleFigures figures_of(const BinnedDistribution&);

class StreamTrack {
 public:
  StreamTrack(Medium medium, const FigureSpan& span);

  /// A distinct packet of `bytes` came or left at `at`; `totals` are those before it.
  void add_packet(Timestamp at, int bytes, const SecondBySecond::Totals& totals);
  void add_dot(std::int64_t frame, std::uint16_t block, Timestamp at) { dots_.add(frame, block, at, at_s(at)); }
  void add_frame(Timestamp at) {
    frames_.add(at, 1);
    whole_frames_.add(at, 1);
  }
  /// Another SSRC: figures from the start, series go on.
  void restart(const SecondBySecond::Totals& totals_before);
  /// Before the first packet: the series of `before` go on.
  void continue_from(const StreamTrack& before, const SecondBySecond::Totals& totals_before);

  /// Rates and their series, dots and recent loss. Of a stretch rates are of all of it.
  void fill(StreamSnapshot&, Timestamp now, const SecondBySecond::Totals&);
  /// Distributions and series. With `all` that was expected of a stream that is over: its last interval too.
  void fill_figures(StreamSnapshot&, Timestamp now, const std::optional<SecondBySecond::Totals>& all = {});
  RecentWindow& recent_interarrival() { return recent_interarrival_; }
  double rate_kbps(Timestamp now) const { return bytes_.per_second(now) * 8 / 1e3; }
  double at_s(Timestamp at) const { return (at - span_.began).seconds(); }

 private:
  FigureSpan span_;
  std::optional<Timestamp> previous_;
  BinnedDistribution interarrival_;
  RecentWindow recent_interarrival_{span_.recent()};
  Envelope interarrival_series_;
  RateMeter bytes_, packets_, frames_;
  WholeRate whole_bytes_, whole_packets_, whole_frames_;
  SecondBySecond seconds_;
  PacketDots dots_;
};

}  // namespace jitterscope
