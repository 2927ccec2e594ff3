#pragma once
// What a receive thread tells of a packet of its stream whose payload it cannot read.
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

/// It is refused as well, by a second event of the same time. A second copy is a copy alone.
inline void tell_refused(const RemoteEvents& events, const PacketArrived& event, RejectReason reason) {
  tell_untimed(events, event);
  if (!event.duplicate) events.push(PacketRejected{event.medium, reason, event.received, event.size, {}});
}

}  // namespace jitterscope
