#pragma once
// The figures of one half of a demonstration, from the events of the call while that half lasts.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/stats/binned_distribution.h"
#include "core/base/stats/envelope.h"
#include "core/base/stats/moments.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/events/kinds/thread_woke.h"
#include "core/events/kinds/trend_reported.h"
#include "core/measures/definitions/delay_split.h"
#include "core/measures/definitions/packet_dots.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/packets/lost_dots.h"
#include "core/measures/tracks/endpoint/parts/frame_loss_count.h"
#include "core/measures/tracks/endpoint/parts/link_by_second.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope {

/// How much of what was expected was lost in a stretch of a call, and how sure that is: the loss of each whole second
/// is one sample of the interval. Not thread-safe; bounded memory.
class LossBySecond {
 public:
  /// The first second begins at `began`, local.
  explicit LossBySecond(Timestamp began) : second_began_(began) {}

  /// Totals of the stretch at `at`, that moment's own included. Times ascend; slightly earlier ones do no harm.
  void count(Timestamp at, std::int64_t lost, std::int64_t expected);

  /// Share 0 ... 1, absent while nothing was expected. The interval is absent before three whole seconds; where nothing
  /// was lost it ends at 3 / expected (what a loss of that share would have shown with 95 %).
  LossShare figures() const;

 private:
  Timestamp second_began_;
  std::int64_t lost_ = 0, expected_ = 0;                // now
  std::int64_t second_lost_ = 0, second_expected_ = 0;  // when the second began
  Moments by_second_;
};

/// Durations of a half, whose figures have an interval: in order, unless they are too many to be kept.
class HalfSample {
 public:
  explicit HalfSample(Duration bin = Duration::us(10)) : distribution_(bin) {}
  void add(Duration value) {
    distribution_.add(value);
    if (in_order_.size() < kMost) in_order_.push_back(value.ms());
  }
  const BinnedDistribution& distribution() const { return distribution_; }
  /// ms. Empty: they are not all there.
  std::span<const double> in_order() const {
    if (static_cast<std::int64_t>(in_order_.size()) < distribution_.moments_ms().count()) return {};
    return in_order_;
  }

 private:
  static constexpr std::size_t kMost = 100'000;  // five minutes of 300 packets a second: a half may be held
  BinnedDistribution distribution_;
  std::vector<double> in_order_;
};

/// Not thread-safe; bounded memory. Events of other halves are not its own: the owner filters by time.
class DemonstrationFigures {
 public:
  /// `variant`: "c", "a", "default", "realtime", "off", "two-stream". Both times local.
  DemonstrationFigures(DemonstrationKind kind, std::string variant, Timestamp began, Timestamp call_began);

  void add(const PacketSent&);
  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const PeerSummary&);
  void add(const AudioBlockDone&);
  void add(const ThreadWoke&);
  void add(const TrendReported&);
  void add(const LinkReport&);
  void add(const RingDropped&);
  /// Splits are known seconds after their frames: of frames of this half, even when it is over.
  void add(const DelaySplit&);
  /// `now`: local; the end of the half (`over`), or a moment in it, whose intervals are up to a second old.
  DemonstrationHalf half(Timestamp now, bool over = false) const;
  std::optional<double> os_share() const;

 private:
  HalfIntervals intervals() const;
  void add_video(const PacketArrived&);
  double at_s(Timestamp at) const { return (at - call_began_).seconds(); }

  DemonstrationKind kind_;
  std::string variant_;
  Timestamp began_, call_began_;
  SequenceLedger ledger_;
  LossBySecond packet_loss_{began_}, frame_loss_{began_}, peer_packet_loss_{began_}, peer_frame_loss_{began_},
      peer_sound_loss_{began_};
  LinkBySecond picture_{began_}, sound_{began_};  // as they leave this end
  std::optional<FrameLossCount> frames_;          // from the first on of which something came
  std::optional<Timestamp> last_sent_, last_arrived_, last_audio_;
  std::optional<Duration> conference_offset_;
  BinnedDistribution packet_delay_, interdeparture_, interarrival_;
  HalfSample frame_delay_;
  static constexpr std::size_t kDottedFrames = 12;
  PacketDots departures_{kDottedFrames}, arrivals_{kDottedFrames};
  LostDots lost_{kDottedFrames};
  bool dropped_notes_ = false;  // of received video
  std::optional<PeerSummary> first_peer_, first_peer_sound_;
  Moments link_kbps_;
  Timestamp reported_ = began_;  // last, of what this end sends; or it began
  Duration unreported_;          // longest between two of these
  HalfSample sound_delay_;
  std::vector<SeriesPoint> sound_delay_series_;

  // Waits for a processor are tens of µs in the better half.
  static constexpr Duration kFineBin = Duration::us(1);
  HalfSample kernel_to_user_{kFineBin}, audio_interarrival_;
  BinnedDistribution sender_wake_{kFineBin};
  Envelope kernel_to_user_series_;
  mutable HalfIntervals intervals_;  // they take a ms of each thousand values
  mutable std::optional<Timestamp> intervals_at_;
  std::optional<std::int64_t> audio_gaps_;
  bool in_gap_ = false;
  Moments system_ms_, network_ms_, bound_ms_;  // of the splits of which both owners are known
};

}  // namespace jitterscope
