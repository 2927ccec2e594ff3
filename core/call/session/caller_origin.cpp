#include "core/call/session/caller_origin.h"

#include <ifaddrs.h>

#include <algorithm>

namespace jitterscope {
namespace {

const in6_addr& ipv6_of(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr_in6*>(address.data())->sin6_addr;
}

std::string first_bytes(const in6_addr& host, std::size_t count) {
  return {host.s6_addr, host.s6_addr + count};
}

}  // namespace

CallerOrigin origin_of(const SocketAddress& caller, const std::vector<SocketAddress>& own) {
  const SocketAddress plain = caller.unmapped();
  if (plain.family() != AF_INET6) return {plain.host(), plain.host()};
  const in6_addr& host = ipv6_of(plain);
  const std::string network = first_bytes(host, 8);
  const bool beside = IN6_IS_ADDR_LINKLOCAL(&host) || std::ranges::any_of(own, [&](const SocketAddress& each) {
                        const SocketAddress address = each.unmapped();
                        return address.family() == AF_INET6 && first_bytes(ipv6_of(address), 8) == network;
                      });
  return {network, beside ? first_bytes(host, 16) : network};
}

std::vector<SocketAddress> own_ipv6_addresses() {
  std::vector<SocketAddress> own;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return own;
  for (const ifaddrs* each = first; each; each = each->ifa_next) {
    if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET6) continue;
    const SocketAddress address(each->ifa_addr, sizeof(sockaddr_in6));
    if (!address.is_loopback() && !IN6_IS_ADDR_LINKLOCAL(&ipv6_of(address))) own.push_back(address);
  }
  freeifaddrs(first);
  return own;
}

}  // namespace jitterscope
