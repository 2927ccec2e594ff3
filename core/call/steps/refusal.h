#pragma once
// What a receive thread tells of packets of its stream whose payload it cannot read.
#include "core/call/exchange/event_rings.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_rejected.h"

namespace jitterscope {

/// The packet has come, which counts for loss and for nothing else.
inline void tell_untimed(const RemoteEvents& events, PacketArrived event) {
  event.untimed = true;
  event.frame.reset();
  event.block.reset();
  events.push(event);
}

/// Tells of the refused packets of one stream, and once to the user that there are many. Receive thread; never
/// allocates.
class Refusals {
 public:
  static constexpr int kMany = 10;

  /// The packet has come and is refused, by a second event of the same time. A second copy is a copy alone.
  void tell(const RemoteEvents& events, const PacketArrived& event, RejectReason reason);

 private:
  int count_ = 0;  // up to kMany
};

}  // namespace jitterscope
