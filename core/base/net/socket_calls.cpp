#include "core/base/net/socket_calls.h"

#include <poll.h>

#include <cerrno>

namespace jitterscope {

OwnedDescriptor listen_on(const SocketAddress& address, int backlog) {
  OwnedDescriptor socket(::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0) return socket;
  if (address.family() == AF_INET6) set_option(socket.fd(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
  set_option(socket.fd(), SOL_SOCKET, SO_REUSEADDR, 1);  // past connections in TIME_WAIT
  if (::bind(socket.fd(), address.data(), address.size()) == 0 && ::listen(socket.fd(), backlog) == 0) return socket;
  const int error = errno;
  socket = OwnedDescriptor();
  errno = error;
  return socket;
}

SocketAddress source_towards(const SocketAddress& remote) {
  const OwnedDescriptor socket(::socket(remote.family(), SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0 || ::connect(socket.fd(), remote.data(), remote.size()) != 0) return {};
  const SocketAddress source = address_of(socket.fd(), ::getsockname);
  return source.size() > 0 ? source.with_port(0) : source;
}

int connect_outcome(int fd) {
  pollfd look{fd, POLLOUT, 0};
  if (::poll(&look, 1, 0) <= 0) return EINPROGRESS;
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  // A port of the ephemeral range where nobody listens can connect to itself.
  const bool to_itself = error == 0 && address_of(fd, ::getsockname) == address_of(fd, ::getpeername);
  return to_itself ? ECONNREFUSED : error;
}

}  // namespace jitterscope
