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
#include "core/events/kinds/sender_times.h"
#include "core/events/per_medium.h"

namespace jitterscope {

/// Not thread-safe.
class ToldBounds {
 public:
  /// Takes over how much this end has sent of a medium, several times a second. Absent: nothing was sent.
  void has_sent(Medium, const std::optional<SenderSummary>& counts);
  /// Whether anything is known to have been sent of the medium. Before that nothing that is told of it can be, and that
  /// is no lie.
  bool knows(Medium medium) const { return sent_[medium].looks > 0; }
  /// Whether it fits what was sent to it.
  bool can_be(const PeerSummary&) const;
  bool can_be(const PeerQuality&) const;
  bool can_be(const PeerPacket&) const;
  bool can_be(const SenderTimes&) const;
  /// Whether it fits what the remote said before of what it sends itself; then it is what was said last. Counts of a
  /// stream never fall, and grow no faster than media can.
  bool can_be(const SenderSummary&);

 private:
  struct Sent {
    std::int64_t units = 0, packets = 0, newest = 0;  // newest: packets between two looks, at most so far
    int looks = 0;
    /// Returns how many packets may have left since the last look.
    std::int64_t slack() const { return looks == 0 ? 0 : 4 * newest + (looks > 1 ? 50 : 2000); }
    std::int64_t most_packets() const { return packets + slack(); }
    std::int64_t most_units() const { return units + slack(); }
  };
  struct Counted {
    SenderSummary first, last;  // of a stream
  };
  PerMedium<Sent> sent_;
  PerMedium<std::optional<Counted>> told_;
};

}  // namespace jitterscope
