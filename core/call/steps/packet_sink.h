#pragma once
// Where the packets of a sending step go: a socket in a call, a link in virtual time.
#include <span>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"
#include "core/call/exchange/event_rings.h"

namespace jitterscope {

struct PacketSent;

struct OutgoingPacket {
  rtp::ConstBytes head, body;  // together the packet; valid while it is sent
  std::int64_t sequence = 0;   // extended
  Timestamp sent;              // local: the stamp that it carries
  bool wants_stamp = true;     // the kernel's; not every packet needs one
};

/// The same packet to one more remote.
struct SentCopy {
  ParticipantId to;
  int error = 0;   // 0 or an errno
  Timestamp sent;  // local: just before the send call
};

/// The step's thread.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// Local: a packet is stamped with it as late as possible.
  virtual Timestamp now() const = 0;
  /// Never blocks. 0 or an errno; where there are more remotes than one, of the first.
  virtual int send(const OutgoingPacket& packet) = 0;
  /// What became of the last packet to the others.
  virtual std::span<const SentCopy> copies() const { return {}; }
  /// PacketStamped of all stamps that have come. Never blocks.
  virtual void collect_stamps(EventRing&) {}
};

/// Sending step: as it went to each remote.
void push_sent(EventRing& events, PacketSent event, const PacketSink& sink);

}  // namespace jitterscope
