#pragma once
// A socket filter that leaves a datagram socket the datagrams of some hosts and has the kernel throw away all others.
#include <linux/filter.h>

#include <span>
#include <vector>

#include "core/base/net/host_port.h"

namespace jitterscope {

/// Classic BPF for a UDP socket, IPv4, IPv6 or both; ports do not matter. Without hosts nothing comes through.
std::vector<sock_filter> source_filter(std::span<const SocketAddress> hosts);

}  // namespace jitterscope
