#pragma once
// What a packet is on an Ethernet, with all headers.
#include <cstdint>

#include "core/events/rate_setting.h"

namespace jitterscope {

inline constexpr int kUdpHeaderBytes = 42;     // Ethernet 14, IPv4 20, UDP 8: what Linux counts of a datagram
inline constexpr int kTcpHeaderBytes = 66;     // of a segment: Ethernet 14, IPv4 20, TCP 20, time stamps 12
inline constexpr int kTcpSegmentBytes = 1448;  // most data in one
inline constexpr int kFramingBytes = 2;        // before each RTP packet over TCP (RFC 4571)

/// Beside an RTP packet. Over TCP each is taken as a segment of its own: packets are smaller than one, and are sent
/// when they are due.
constexpr int packet_header_bytes(Transport transport) {
  return transport == Transport::kTcp ? kFramingBytes + kTcpHeaderBytes : kUdpHeaderBytes;
}

/// Of `packets` RTP packets of together `bytes`.
constexpr std::int64_t bytes_on_link(Transport transport, std::int64_t packets, std::int64_t bytes) {
  return bytes + packets * packet_header_bytes(transport);
}

}  // namespace jitterscope
