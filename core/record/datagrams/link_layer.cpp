#include "core/record/datagrams/link_layer.h"

#include <pcap/dlt.h>

#include <algorithm>

#include "core/algorithms/rtp/byte_order.h"
#include "core/record/datagrams/capture_format.h"

namespace jitterscope::trace {
namespace {

constexpr int kMostVlanTags = 4, kMostExtensionHeaders = 8;

bool is_vlan(std::uint16_t type) {
  return type == 0x8100 || type == 0x88A8 || type == 0x9100;
}

/// What follows a link header that ends in an EtherType, VLAN tags skipped.
FrameBytes after_type(FrameBytes frame, std::size_t type_at, std::size_t header) {
  if (frame.size() < header) return {};
  std::uint16_t type = rtp::read16(frame.data() + type_at);
  frame = frame.subspan(header);
  for (int tags = 0; is_vlan(type) && tags < kMostVlanTags && frame.size() >= 4; ++tags) {
    type = rtp::read16(frame.data() + 2);
    frame = frame.subspan(4);
  }
  return type == 0x0800 || type == 0x86DD ? frame : FrameBytes{};
}

FrameBytes ip_packet(int link_type, FrameBytes frame) {
  switch (link_type) {
    case DLT_EN10MB: return after_type(frame, 12, 14);
    case DLT_LINUX_SLL: return after_type(frame, 14, 16);
    case DLT_LINUX_SLL2: return after_type(frame, 0, 20);
    case DLT_NULL:
    case DLT_LOOP: return frame.size() > 4 ? frame.subspan(4) : FrameBytes{};  // the address family: IP says it too
    default: return frame;
  }
}

/// Of a frame that is longer than its link header.
bool is_outgoing(int link_type, FrameBytes frame) {
  constexpr std::uint8_t kSentByUs = 4;  // LINUX_SLL_OUTGOING
  if (link_type == DLT_LINUX_SLL) return rtp::read16(frame.data()) == kSentByUs;
  return link_type == DLT_LINUX_SLL2 && frame[10] == kSentByUs;
}

/// `said`: its size by the IP header; 0 where the network card was to divide it.
void set_bytes(FrameBytes captured, std::size_t said, UdpSegment& segment) {
  segment.size = said > 0 ? said : captured.size();
  segment.bytes = captured.first(std::min(captured.size(), segment.size));
}

/// False: it carries no UDP.
bool in_ipv4(FrameBytes packet, UdpSegment& segment) {
  const std::size_t header = (packet[0] & 15u) * 4u;
  if (header < 20 || packet.size() < header || packet[9] != kUdpProtocol) return false;
  const std::size_t length = rtp::read16(packet.data() + 2);
  segment.source = packet.subspan(12, 4);
  segment.destination = packet.subspan(16, 4);
  set_bytes(packet.subspan(header), length > header ? length - header : 0, segment);
  const std::uint16_t fragment = rtp::read16(packet.data() + 6);
  if (fragment & 0x3FFF)  // more to come, or an offset
    segment.fragment = IpFragment{rtp::read16(packet.data() + 4), (fragment & 0x1FFFu) * 8u, (fragment & 0x2000) != 0};
  return true;
}

/// RFC 8200 §4: the extension headers between the IPv6 header and UDP.
bool in_ipv6(FrameBytes packet, UdpSegment& segment) {
  constexpr std::size_t kHeaderBytes = 40;
  if (packet.size() < kHeaderBytes) return false;
  segment.source = packet.subspan(8, 16);
  segment.destination = packet.subspan(24, 16);
  const std::size_t length_said = rtp::read16(packet.data() + 4);
  std::uint8_t next = packet[6];
  FrameBytes rest = packet.subspan(kHeaderBytes);
  for (int headers = 0; next != kUdpProtocol && headers < kMostExtensionHeaders; ++headers) {
    if (rest.size() < 8) return false;
    std::size_t length = 0;
    if (next == 0 || next == 43 || next == 60 || next == 135)  // hop-by-hop, routing, destination options, mobility
      length = (rest[1] + 1u) * 8u;
    else if (next == 51)  // authentication
      length = (rest[1] + 2u) * 4u;
    else if (next == 44)  // fragment
      length = 8;
    else
      return false;
    const std::uint16_t fragment = rtp::read16(rest.data() + 2);
    if (next == 44 && (fragment & 0xFFF9) != 0)
      segment.fragment = IpFragment{rtp::read32(rest.data() + 4), fragment & 0xFFF8u, (fragment & 1) != 0};
    if (length > rest.size()) return false;
    next = rest[0];
    rest = rest.subspan(length);
    if (segment.fragment) break;  // what follows may be the middle of anything
  }
  const std::size_t headers_size = packet.size() - kHeaderBytes - rest.size();
  set_bytes(rest, length_said > headers_size ? length_said - headers_size : 0, segment);
  return next == kUdpProtocol;
}

}  // namespace

bool is_known_link(int link_type) {
  constexpr int kKnown[] = {DLT_EN10MB, DLT_LINUX_SLL, DLT_LINUX_SLL2, DLT_NULL, DLT_LOOP, DLT_RAW, DLT_IPV4, DLT_IPV6};
  return std::find(std::begin(kKnown), std::end(kKnown), link_type) != std::end(kKnown);
}

std::optional<UdpSegment> find_udp(int link_type, FrameBytes frame) {
  const FrameBytes packet = ip_packet(link_type, frame);
  std::optional<UdpSegment> segment(std::in_place);
  bool is_udp = false;
  if (packet.size() >= 20 && packet[0] >> 4 == 4) is_udp = in_ipv4(packet, *segment);
  if (!packet.empty() && packet[0] >> 4 == 6) is_udp = in_ipv6(packet, *segment);
  if (is_udp)
    segment->outgoing = is_outgoing(link_type, frame);
  else
    segment.reset();
  return segment;
}

std::optional<UdpDatagram> datagram_of(const UdpSegment& segment) {
  const FrameBytes bytes = segment.bytes;
  if (bytes.size() < kUdpHeaderBytes || (segment.fragment && segment.fragment->offset > 0)) return std::nullopt;
  const std::size_t length = rtp::read16(bytes.data() + 4);
  if (length < kUdpHeaderBytes) return std::nullopt;
  std::optional<UdpDatagram> made(std::in_place);
  UdpDatagram& datagram = *made;
  std::ranges::copy(segment.source, datagram.source.begin());
  std::ranges::copy(segment.destination, datagram.destination.begin());
  datagram.source_port = rtp::read16(bytes.data());
  datagram.destination_port = rtp::read16(bytes.data() + 2);
  datagram.outgoing = segment.outgoing;
  datagram.size = length - kUdpHeaderBytes;
  datagram.payload = bytes.subspan(kUdpHeaderBytes, std::min(bytes.size() - kUdpHeaderBytes, datagram.size));
  return made;
}

}  // namespace jitterscope::trace
