#pragma once
// The figures of one half of a demonstration, from the events of the call while that half lasts.
#include <optional>
#include <string>

#include "core/base/stats/binned_distribution.h"
#include "core/base/stats/envelope.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/thread_woke.h"
#include "core/events/kinds/trend_reported.h"
#include "core/measures/definitions/delay_split.h"
#include "core/measures/definitions/loss_by_second.h"
#include "core/measures/definitions/packet_dots.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/tracks/endpoint/parts/link_by_second.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Not thread-safe; bounded memory. Events of other halves are not its own: the owner filters by time.
class DemonstrationFigures {
 public:
  /// `variant`: "c", "a", "default", "realtime", "off", "two-stream". Both times local.
  DemonstrationFigures(std::string variant, Timestamp began, Timestamp call_began);

  void add(const PacketSent&);
  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const PeerSummary&);
  void add(const AudioBlockDone&);
  void add(const ThreadWoke&);
  void add(const TrendReported&);
  void add(const LinkReport&);
  /// Splits are known seconds after their frames: of frames of this half, even when it is over.
  void add(const DelaySplit&);
  /// `now`: local; the end of the half, or a moment in it.
  DemonstrationHalf half(Timestamp now) const;
  std::optional<double> os_share() const;

 private:
  void add_video(const PacketArrived&);
  double at_s(Timestamp at) const { return (at - call_began_).seconds(); }

  std::string variant_;
  Timestamp began_, call_began_;
  SequenceLedger ledger_;
  LossBySecond packet_loss_, frame_loss_, peer_packet_loss_, peer_frame_loss_, peer_sound_loss_;
  LinkBySecond picture_, sound_;  // as they leave this end
  std::optional<std::int64_t> first_frame_;
  std::int64_t frames_ = 0, frames_lost_ = 0;
  std::optional<Timestamp> last_sent_, last_arrived_, last_audio_;
  std::optional<Duration> conference_offset_;
  BinnedDistribution packet_delay_, frame_delay_, interdeparture_, interarrival_;
  PacketDots departures_, arrivals_;
  std::optional<PeerSummary> first_peer_, first_peer_sound_;
  Moments link_kbps_;
  BinnedDistribution sound_delay_;
  std::vector<SeriesPoint> sound_delay_series_;

  // Waits for a processor are tens of µs in the better half.
  static constexpr Duration kFineBin = Duration::us(1);
  BinnedDistribution kernel_to_user_{kFineBin}, sender_wake_{kFineBin}, audio_interarrival_;
  Envelope kernel_to_user_series_;
  std::optional<std::int64_t> audio_gaps_;
  bool in_gap_ = false;
  Moments system_ms_, network_ms_, bound_ms_;  // of the splits of which both owners are known
};

}  // namespace jitterscope
