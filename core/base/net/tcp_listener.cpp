#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

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

/// A listening socket, or minus an errno.
int listen_on(const SocketAddress& address) {
  const int family = address.family();
  const int socket = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return -errno;
  const int yes = 1, no = 0;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // past connections in TIME_WAIT
  if (family == AF_INET6) setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (::bind(socket, address.data(), address.size()) == 0 && ::listen(socket, kCallBacklog) == 0) return socket;
  const int error = errno;
  ::close(socket);
  return -error;
}

int listen_dual_stack(std::uint16_t port) {
  const int socket = listen_on(any_address(AF_INET6, port));
  const bool no_ipv6 = socket == -EAFNOSUPPORT || socket == -EADDRNOTAVAIL;
  return no_ipv6 ? listen_on(any_address(AF_INET, port)) : socket;
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
    socket_ = wanted ? listen_on(wanted->with_port(number)) : listen_dual_stack(number);
    if (socket_ != -EADDRINUSE) break;
  }
  if (socket_ < 0) throw std::runtime_error(describe_listening(-socket_, port, last));
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  if (::getsockname(socket_, address, &size) == 0) port_ = SocketAddress(address, size).port();
}

TcpListener::~TcpListener() {
  if (socket_ >= 0) ::close(socket_);
}

std::optional<TcpConnection> TcpListener::accept(std::chrono::milliseconds timeout) {
  pollfd wait{socket_, POLLIN, 0};
  if (::poll(&wait, 1, static_cast<int>(timeout.count())) <= 0) return std::nullopt;
  const int caller = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (caller < 0) return std::nullopt;  // gone again
  return TcpConnection(caller);
}

}  // namespace jitterscope
