#pragma once
// What a packet is on an Ethernet, with all headers.
#include <cstdint>

#include "core/events/rate_setting.h"

namespace jitterscope {

inline constexpr int kUdpHeaderBytes = 42;        // Ethernet 14, IPv4 20, UDP 8
inline constexpr int kTcpHeaderBytesOnLink = 66;  // Ethernet 14, IPv4 20, TCP 20, time stamps 12
inline constexpr int kFramingBytes = 2;           // RFC 4571

/// Of `packets` RTP packets of together `bytes`. Over TCP each is taken as a segment of its own: packets are smaller
/// than one, and are sent when they are due.
constexpr std::int64_t bytes_on_link(Transport transport, std::int64_t packets, std::int64_t bytes) {
  return bytes + packets * (transport == Transport::kTcp ? kFramingBytes + kTcpHeaderBytesOnLink : kUdpHeaderBytes);
}

}  // namespace jitterscope
