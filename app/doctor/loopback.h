#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>

#include "core/net/endpoint.h"

namespace jitterscope::doctor {

/// 127.0.0.1, any port.
inline SocketAddress loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

}  // namespace jitterscope::doctor
