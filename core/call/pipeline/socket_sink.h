#pragma once
// Packets to a socket, for each route, and copies of them to a player on this machine.
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/path/media_sockets.h"
#include "core/call/path/route.h"
#include "core/call/path/stamp_joiner.h"
#include "core/call/steps/packet_sink.h"

namespace jitterscope {

class SocketSink : public PacketSink {
 public:
  /// The socket outlives this. Sealed packets have at most `largest_packet` bytes before they are.
  SocketSink(UdpSocket& socket, Medium medium, std::uint32_t ssrc, std::size_t largest_packet = 9000)
      : socket_(socket), stamps_(medium, ssrc), sealed_(largest_packet + rtp::PacketSeal::kMostAdded) {}

  /// Session thread. From the next packet on (of pictures: from the next picture) all go there.
  void set_routes(const Routes& routes) { routes_.put(routes); }
  /// Session thread. Every packet also goes there (another player), never sealed; an address of size 0 ends that.
  void set_copy(const SocketAddress& player) { copy_to_.put(player); }

  Timestamp now() const override;
  int send(const OutgoingPacket& packet) override;
  std::span<const SentCopy> copies() const override { return {copies_sent_.data(), copies_count_}; }
  void collect_stamps(EventRing& events) override { push_stamps(socket_, stamps_, events); }
  /// At the end of sending: waits at most 50 ms for what is missing.
  void collect_last_stamps(EventRing& events) { push_last_stamps(socket_, stamps_, events); }

  bool awaits_stamps() const { return stamps_.waiting(); }

  // Sending thread.
  /// The routes as they were set last are in force.
  void take_routes() { routes_.update(); }
  /// The first one in force; one that leads nowhere where there is none.
  const Route& route() { return routes_.front().empty() ? nowhere_ : routes_.front().all().front(); }
  /// As send(), by the routes in force.
  int send_along(const OutgoingPacket& packet);
  void copy(const OutgoingPacket& packet);
  using Parts = std::array<iovec, 2>;
  /// As it goes there: good until the next one. nullopt: it cannot be sealed.
  std::optional<Parts> parts(const OutgoingPacket& packet, const Route& route);

 private:
  static Parts parts(const OutgoingPacket& packet);
  int send_first(const OutgoingPacket& packet, const Route& route);

  UdpSocket& socket_;
  StampJoiner stamps_;
  LatestValue<Routes> routes_;
  const Route nowhere_;
  LatestValue<SocketAddress> copy_to_;
  std::optional<UdpSocket> copies_ = open_loopback_socket();  // a player that refuses does not touch the call's socket
  std::vector<std::uint8_t> sealed_;
  std::array<SentCopy, kMostRemotes> copies_sent_;
  std::size_t copies_count_ = 0;
};

}  // namespace jitterscope
