#pragma once
// The kernel's transmit stamps come one by one, some late, some never; this joins them with the packets they are of.
// Sans-IO; one sending thread's.
#include <array>
#include <optional>

#include "core/base/net/udp_socket.h"
#include "core/call/exchange/event_rings.h"
#include "core/events/kinds/packet_stamped.h"

namespace jitterscope {

class StampJoiner {
 public:
  static constexpr Duration kOverdue = Duration::seconds(2);  // longer than most interface queues
  static constexpr std::uint32_t kMost = 1024;                // packets waited for; older ones are forgotten

  StampJoiner(Medium medium, std::uint32_t ssrc) : medium_(medium), ssrc_(ssrc) {}

  /// A packet was sent whose stamps will come under `id`. Ids grow, with gaps; a smaller one begins anew.
  void expect(std::uint32_t id, std::int64_t sequence, Timestamp sent);
  /// The packet that this stamp completes. A stamp of an unknown packet, or of before it was sent, counts for nothing.
  std::optional<PacketStamped> join(const TransmitStamp& stamp);
  /// The next packet that has waited for longer than kOverdue, with the one stamp that it has; those without any are
  /// forgotten. Call until nullopt.
  std::optional<PacketStamped> give_up(Timestamp now);
  bool waiting() const { return waiting_ > 0; }

 private:
  struct Packet {
    bool waiting = false;
    std::uint32_t id = 0;
    Timestamp sent;
    PacketStamped event;
  };
  Packet& at(std::uint32_t id) { return packets_[id % kMost]; }
  void forget(Packet& packet);

  const Medium medium_;
  const std::uint32_t ssrc_;
  std::array<Packet, kMost> packets_{};
  std::uint32_t oldest_ = 0;  // no packet before it waits
  std::uint32_t waiting_ = 0;
};

/// Sending thread: events for all stamps that are there, and for packets whose stamps are overdue. Never blocks.
void push_stamps(UdpSocket& socket, StampJoiner& joiner, EventRing& events);
/// The same at the end of sending: waits at most 50 ms for what is missing, then gives it up.
void push_last_stamps(UdpSocket& socket, StampJoiner& joiner, EventRing& events);

}  // namespace jitterscope
