#pragma once
// What the remote says that it measures of one of our streams.
#include <deque>
#include <optional>
#include <utility>

#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/peer_summary.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/definitions/packet_dots.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/participant_view.h"
#include "core/measures/views/peer_view.h"

namespace jitterscope {

/// Series have a point for each summary; loss is that between two summaries. Three minutes stay sharp: every
/// snapshot copies them all. Of a stretch counts are those since the last summary before it, rates of all of it; what
/// the remote tells of its own last seconds is as it told it last.
class PeerTrack {
 public:
  using Wants = Events<PeerSummary, PeerPacket>;
  static constexpr ViewKind kView = ViewKind::kReported;
  using Fills = Fields<&ReportedView::figures>;

  explicit PeerTrack(const FigureSpan& span) : span_(span) {}
  void add(const PeerSummary&);
  void add(const PeerPacket&);
  std::optional<PeerView> view(Timestamp now) const;  // absent before the first summary
  void fill(ReportedView& reported, Timestamp now) const { reported.figures = view(now); }

 private:
  static constexpr std::size_t kSharp = 720, kFrames = 12;
  static constexpr Duration kRateSpan = Duration::seconds(2);  // of the rate that a summary tells
  void forget_old_frames();
  Duration silent() const;
  std::optional<double> frames_per_second(Timestamp now) const;

  double at_s(Timestamp at) const { return (at - span_.began).seconds(); }

  FigureSpan span_;
  std::optional<PeerSummary> last_;
  PeerSummary before_;                                     // counts of a stretch begin with it
  std::deque<std::pair<Timestamp, std::int64_t>> frames_;  // complete by then, of some seconds; of a stretch all
  std::deque<PeerSummary> recent_;                         // of the last 10 s and the one before
  std::optional<Timestamp> began_;                         // its stream: the first summary
  Moments rates_;                                          // of a stretch, kbit/s, each of the kRateSpan before it
  std::uint32_t arriving_ = 0;
  std::int64_t arrived_frame_ = 0;
  PacketDots arrivals_{kFrames};
  ThinningSeries stddev_{kSharp}, jitter_{kSharp}, loss_{kSharp}, rate_{kSharp};
};

}  // namespace jitterscope
