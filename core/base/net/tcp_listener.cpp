#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "core/base/net/socket_calls.h"
#include "core/base/net/tcp_connection.h"

namespace jitterscope {
namespace {

constexpr int kPortRange = 50;
constexpr int kCallBacklog = 64;

SocketAddress any_address(int family, std::uint16_t port) {
  if (family == AF_INET) {
    sockaddr_in four{};
    four.sin_family = AF_INET;
    return SocketAddress(reinterpret_cast<const sockaddr*>(&four), sizeof four).with_port(port);
  }
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  return SocketAddress(reinterpret_cast<const sockaddr*>(&six), sizeof six).with_port(port);
}

OwnedDescriptor listen_dual_stack(std::uint16_t port) {
  auto socket = listen_on(any_address(AF_INET6, port), kCallBacklog);
  const bool no_ipv6 = socket.fd() < 0 && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL);
  return no_ipv6 ? listen_on(any_address(AF_INET, port), kCallBacklog) : std::move(socket);
}

std::string describe_listening(int error, int first, int last) {
  const std::string ports =
      first == last ? fmt::format("Port {} is", first) : fmt::format("Ports {} to {} are", first, last);
  if (error == EADDRINUSE) return ports + " in use by another program: choose another one.";
  if (error == EACCES) return ports + " reserved for the system: choose one above 1023.";
  return fmt::format("Waiting for calls on port {} failed: {}.", first, std::strerror(error));
}

}  // namespace

TcpListener::TcpListener(std::uint16_t port, bool next_free, const std::optional<SocketAddress>& wanted) {
  const int last = next_free && port != 0 ? std::min(port + kPortRange, 65535) : port;
  for (int candidate = port; candidate <= last; candidate += 2) {
    const auto number = static_cast<std::uint16_t>(candidate);
    socket_ = wanted ? listen_on(wanted->with_port(number), kCallBacklog) : listen_dual_stack(number);
    if (socket_.fd() >= 0 || errno != EADDRINUSE) break;
  }
  if (socket_.fd() < 0) throw std::runtime_error(describe_listening(errno, port, last));
  port_ = address_of(socket_.fd(), ::getsockname).port();
}

std::optional<TcpConnection> TcpListener::accept(std::chrono::milliseconds timeout) {
  pollfd wait{socket_.fd(), POLLIN, 0};
  if (::poll(&wait, 1, static_cast<int>(timeout.count())) <= 0) return std::nullopt;
  OwnedDescriptor caller(::accept4(socket_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (caller.fd() < 0) return std::nullopt;  // gone again
  return TcpConnection(std::move(caller));
}

}  // namespace jitterscope
