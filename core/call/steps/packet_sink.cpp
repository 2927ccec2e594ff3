#include "core/call/steps/packet_sink.h"

#include "core/events/kinds/packet_sent.h"

namespace jitterscope {

void push_sent(EventRing& events, PacketSent event, const PacketSink& sink) {
  events.push(event);
  for (const SentCopy& copy : sink.copies()) {
    event.error = copy.error;
    event.accepted = copy.error == 0;
    event.sent = copy.sent;
    events.push(event, copy.to);
  }
}

}  // namespace jitterscope
