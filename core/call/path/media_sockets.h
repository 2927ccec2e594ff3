#pragma once
// The four datagram sockets of one end of a call.
#include <optional>
#include <string>

#include "core/base/net/udp_socket.h"

namespace jitterscope {

struct MediaSockets {
  MediaPorts audio, video;
};

/// A pair at `address`, or on every address of this machine (IPv6 with IPv4, or IPv4 alone where there is no IPv6),
/// from port `first` upwards. nullopt: `error` says why.
std::optional<MediaPorts> open_ports(std::uint16_t first, const std::optional<SocketAddress>& address,
                                     std::string& error);

/// For copies to a player on this machine. nullopt when there is no loopback.
std::optional<UdpSocket> open_loopback_socket();

}  // namespace jitterscope
