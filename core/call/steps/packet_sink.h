#pragma once
// Where the packets of a sending step go: a socket in a call, a link in virtual time.
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"
#include "core/call/exchange/event_rings.h"

namespace jitterscope {

struct OutgoingPacket {
  rtp::ConstBytes head, body;  // together the packet; valid while it is sent
  std::int64_t sequence = 0;   // extended
  Timestamp sent;              // local: the stamp that it carries
  bool wants_stamp = true;     // the kernel's; not every packet needs one
};

/// The step's thread.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// Local: a packet is stamped with it as late as possible.
  virtual Timestamp now() const = 0;
  /// Never blocks. 0 or an errno.
  virtual int send(const OutgoingPacket& packet) = 0;
  /// PacketStamped of all stamps that have come. Never blocks.
  virtual void collect_stamps(EventRing&) {}
};

}  // namespace jitterscope
