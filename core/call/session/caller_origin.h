#pragma once
// Where a caller comes from, as far as it cannot choose that at will.
#include <string>
#include <vector>

#include "core/base/net/host_port.h"

namespace jitterscope {

struct CallerOrigin {
  std::string network;  // an IPv4 address, an IPv6 /64, or all link-local addresses together
  /// Whom a quota is given to: the network, but in one that this machine is in the single address, as all of a LAN are
  /// in one.
  std::string host;
  bool shared() const { return host != network; }
  bool operator==(const CallerOrigin&) const = default;
};

/// `own`: addresses of this machine.
CallerOrigin origin_of(const SocketAddress& caller, const std::vector<SocketAddress>& own);

/// IPv6 addresses of this machine's interfaces, loopback and link-local ones left out. Some 50 us.
std::vector<SocketAddress> own_ipv6_addresses();

}  // namespace jitterscope
