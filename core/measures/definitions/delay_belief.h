#pragma once
// Whether the one-way delays of a received stream can be true, while it runs: the same rule as why_no_delay().
#include <cstdint>
#include <optional>

#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/packet_arrived.h"

namespace jitterscope {

/// As the packet itself tells it; absent: a stamp is not known.
inline std::optional<Duration> one_way_delay(const PacketArrived& packet) {
  if (!packet.sent_conference || !packet.received_conference) return std::nullopt;
  return *packet.received_conference - *packet.sent_conference;
}

/// Sans-IO; one medium; a new SSRC begins anew. A delay that the clocks' bound does not allow counts nowhere, and when
/// the next word of the clocks does not say that they had jumped by then, the stream has no known delay any more.
class DelayBelief {
 public:
  /// Whether the packet's send time may be believed.
  bool take(const PacketArrived&);
  void add(const ClockSynced&);
  /// Nothing more will be heard of the clocks.
  void finish();

  bool lost() const { return lost_; }
  /// Why it is lost.
  std::optional<Duration> impossible() const { return doubt_ ? std::optional(doubt_->delay) : std::nullopt; }
  Timestamp heard() const { return heard_; }

 private:
  struct Doubt {  // the first delay that cannot be
    Timestamp at;
    Duration delay;
  };
  static constexpr Duration kLongestWait = Duration::seconds(2);  // for that word

  std::optional<std::uint32_t> ssrc_;
  std::optional<Duration> bound_;
  std::optional<Duration> least_, most_;  // of the delays before any bound was known
  std::optional<Doubt> doubt_;
  Timestamp heard_;
  bool same_clock_ = false, lost_ = false;
};

}  // namespace jitterscope
