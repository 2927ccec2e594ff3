#include "core/call/path/media_sockets.h"

namespace jitterscope {
namespace {

SocketAddress any_ipv6_address(std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

SocketAddress any_ipv4_address(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

}  // namespace

std::optional<UdpSocket> open_loopback_socket() {
  std::string error;
  return UdpSocket::bind(SocketAddress::loopback(), {}, error);
}

std::optional<MediaPorts> open_ports(std::uint16_t first, const std::optional<SocketAddress>& address,
                                     std::string& error) {
  UdpOptions options;
  options.transmit_stamps = true;
  if (address) return MediaPorts::open(address->with_port(first), options, error);
  if (auto ports = MediaPorts::open(any_ipv6_address(first), options, error)) return ports;
  return MediaPorts::open(any_ipv4_address(first), options, error);
}

}  // namespace jitterscope
