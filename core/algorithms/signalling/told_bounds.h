#pragma once
// Whether what a remote tells of a call can be, by what this end knows: nobody receives more than was sent, and no
// packet is under way for longer than TCP lets a segment live. Of what lies within, nobody can tell truth from a lie.
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/peer_quality.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/per_medium.h"

namespace jitterscope {

/// Not thread-safe.
class ToldBounds {
 public:
  /// What this end has sent of a medium, at each look, several a second; absent: nothing.
  void has_sent(Medium, const std::optional<SenderSummary>& counts);
  /// From when on it may have sent.
  void begin(Timestamp now) { began_ = now; }

  /// Whether anything is known to have been sent of the medium: before that nothing that is told of it is judged.
  bool knows(Medium medium) const { return sent_[medium].any; }
  /// Of what was sent to it.
  bool can_be(const PeerSummary&) const;
  bool can_be(const PeerQuality&) const;
  bool can_be(const PeerPacket&) const;
  /// Of what it says that it has sent itself, which is taken: it never counts back within a stream.
  bool can_be(const SenderSummary&);

 private:
  struct Sent {
    std::int64_t units = 0, packets = 0, newest = 0;  // newest: packets between the last two looks, at most so far
    bool any = false;
    /// What may have left since the last look.
    std::int64_t most_packets() const { return packets + 4 * newest + 50; }
    std::int64_t most_units() const { return units + 4 * newest + 50; }
  };
  PerMedium<Sent> sent_;
  PerMedium<std::optional<SenderSummary>> told_;
  Timestamp began_;
};

}  // namespace jitterscope
