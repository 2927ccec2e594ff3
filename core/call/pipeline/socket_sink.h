#pragma once
// Packets to a socket, and copies of them to a player on this machine.
#include <array>
#include <optional>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/path/media_sockets.h"
#include "core/call/path/stamp_joiner.h"
#include "core/call/steps/packet_sink.h"

namespace jitterscope {

class SocketSink : public PacketSink {
 public:
  /// The socket outlives this.
  SocketSink(UdpSocket& socket, Medium medium, std::uint32_t ssrc) : socket_(socket), stamps_(medium, ssrc) {}

  /// Session thread. From the next packet on all go there (a relay, or the remote behind one).
  void set_destination(const SocketAddress& to) { destination_.put(to); }
  /// Session thread. Every packet also goes there (another player); an address of size 0 ends that.
  void set_copy(const SocketAddress& player) { copy_to_.put(player); }

  Timestamp now() const override { return monotonic_now(); }
  int send(const OutgoingPacket& packet) override {
    const StampedSend outcome = packet.wants_stamp
                                    ? socket_.send_stamped(parts(packet), destination())
                                    : StampedSend{socket_.send(parts(packet), destination()), std::nullopt};
    if (outcome.id) stamps_.expect(*outcome.id, packet.sequence, packet.sent);
    copy(packet);
    return outcome.error;
  }
  void collect_stamps(EventRing& events) override { push_stamps(socket_, stamps_, events); }
  /// At the end of sending: waits at most 50 ms for what is missing.
  void collect_last_stamps(EventRing& events) { push_last_stamps(socket_, stamps_, events); }

  bool awaits_stamps() const { return stamps_.waiting(); }

  // Sending thread.
  const SocketAddress& destination() {
    destination_.update();
    return destination_.front();
  }
  void copy(const OutgoingPacket& packet) {
    copy_to_.update();
    if (copy_to_.front().size() > 0 && copies_) copies_->send(parts(packet), copy_to_.front());
  }
  static std::array<iovec, 2> parts(const OutgoingPacket& packet) {
    const auto part = [](rtp::ConstBytes bytes) {
      return iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
    };
    return {part(packet.head), part(packet.body)};
  }

 private:
  UdpSocket& socket_;
  StampJoiner stamps_;
  LatestValue<SocketAddress> destination_, copy_to_;
  std::optional<UdpSocket> copies_ = open_loopback_socket();  // a player that refuses does not touch the call's socket
};

}  // namespace jitterscope
