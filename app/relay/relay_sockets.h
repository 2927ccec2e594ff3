#pragma once
// The eight datagram sockets of the relay: near side (loopback, this end sends there) and far side (the remote sends
// there), each with RTP and RTCP of both media.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/relay/packet_pool.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/call/path/conditions_host.h"

namespace jitterscope {

struct ReceivedDatagram {
  LinkWay way{};
  Channel channel{};
  std::uint8_t traffic_class = 0;  // TOS (IPv4) or traffic class (IPv6)
  bool truncated = false;
  Timestamp at;  // local: the kernel's receive stamp, converted; else when it was fetched
  SocketAddress from;
  std::span<const std::byte> bytes;  // until the next receive()
};

class RelaySockets {
 public:
  static constexpr std::size_t kCount = 2 * kChannels;  // near side first
  static constexpr std::size_t kBatch = 16;

  static constexpr const char* kTakesFromAll =
      "The relay has no link: the kernel does not keep strangers' packets from its ports.";

  /// `far_host`: the only address of this machine that the far side is at (its port does not count); empty: every one.
  /// The far side takes nothing before there is a route. nullptr: `error` says why.
  static std::unique_ptr<RelaySockets> open(std::string& error, const SocketAddress& far_host = {});

  /// Ports of the near side and of the far side. The host of the near side is this machine.
  RelayPath path() const;
  /// Each side takes from its end's host alone. False: the kernel refused, and some take from whom they took before.
  bool set_route(const RelayRoute& route);
  /// Where video comes that goes that way: up at the near side.
  SocketAddress video(LinkWay way) const { return (way == LinkWay::kUp ? near_ : far_)[1].rtp.local(); }
  int fd(std::size_t index) const { return sockets_[index]->fd(); }

  /// What waits at one socket, at most kBatch; never blocks.
  std::span<const ReceivedDatagram> receive(std::size_t index);
  /// On, out of the other side. 0 or the errno of the call; EDESTADDRREQ before there is a route.
  int send(LinkWay way, Channel channel, std::uint8_t traffic_class, std::span<const std::byte> bytes);
  /// Back to where it came from, past the link: a question whether somebody attends a port of the far side is answered.
  /// False: it is none.
  bool answer_path_question(const ReceivedDatagram& datagram);

 private:
  RelaySockets(std::array<MediaPorts, 2> near, std::array<MediaPorts, 2> far);
  Timestamp to_local(Timestamp realtime, Timestamp received);

  std::array<MediaPorts, 2> near_, far_;  // audio, video
  std::array<UdpSocket*, kCount> sockets_{};
  std::array<SocketAddress, kCount> targets_{};  // where a socket sends, as its family wants it
  std::vector<std::byte> buffer_;                // kBatch datagrams
  std::array<ReceivedDatagram, kBatch> received_{};
  ClockOffset offset_{};  // real time less monotonic
  Timestamp offset_measured_;
};

}  // namespace jitterscope
