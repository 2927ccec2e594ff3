#pragma once
// The figures of one half of a demonstration, from the video events of the call while that half lasts.
#include <optional>
#include <string>

#include "core/events/events.h"
#include "core/metrics/binned_distribution.h"
#include "core/metrics/packet_dots.h"
#include "core/metrics/sequence_ledger.h"
#include "core/metrics/snapshot.h"

namespace jitterscope {

/// Not thread-safe; bounded memory. Events of audio and of other halves are not its own: the owner filters by time.
class DemonstrationFigures {
 public:
  /// `strategy`: "c", "a". Both times local.
  DemonstrationFigures(std::string strategy, Timestamp began, Timestamp call_began);

  void add(const PacketSent&);
  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const PeerSummary&);
  /// `now`: local; the end of the half, or a moment in it.
  DemonstrationHalf half(Timestamp now) const;

 private:
  void close_second(Timestamp now);
  double at_s(Timestamp at) const { return (at - call_began_).seconds(); }

  std::string strategy_;
  Timestamp began_, call_began_, second_began_;
  SequenceLedger ledger_;
  std::int64_t second_expected_ = 0, second_packets_ = 0;  // totals when the second began
  Moments loss_by_second_;
  std::optional<std::int64_t> first_frame_;
  std::int64_t frames_ = 0, frames_lost_ = 0;
  std::optional<Timestamp> last_sent_, last_arrived_;
  std::optional<Duration> conference_offset_;
  BinnedDistribution packet_delay_, frame_delay_, interdeparture_, interarrival_;
  PacketDots departures_, arrivals_;
  std::optional<PeerSummary> first_peer_, last_peer_;
};

}  // namespace jitterscope
