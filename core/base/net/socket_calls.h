#pragma once
// setsockopt, getsockname and getpeername with C++ types.
#include <sys/socket.h>

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

}  // namespace jitterscope
