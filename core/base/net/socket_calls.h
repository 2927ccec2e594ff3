#pragma once
// System calls on sockets with C++ types.
#include <sys/socket.h>

#include "core/base/files/owned_descriptor.h"
#include "core/base/net/host_port.h"

namespace jitterscope {

inline bool set_option(int fd, int level, int name, int value) {
  return setsockopt(fd, level, name, &value, sizeof value) == 0;
}

/// `ask` is getsockname or getpeername. An empty address when it fails.
inline SocketAddress address_of(int fd, int (*ask)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  return ask(fd, address, &size) == 0 ? SocketAddress(address, size) : SocketAddress();
}

/// A stream socket that takes connections at `address` and never blocks; an IPv6 wildcard address takes IPv4 as well.
/// Below 0: none, and errno says why.
OwnedDescriptor listen_on(const SocketAddress& address, int backlog);

/// From which address of this machine a datagram to `remote` would go, with port 0: nothing is sent. An empty address
/// when there is no way there.
SocketAddress source_towards(const SocketAddress& remote);

/// How a connect() that does not block ended: 0, or an errno; EINPROGRESS: it is not decided yet.
int connect_outcome(int fd);

}  // namespace jitterscope
