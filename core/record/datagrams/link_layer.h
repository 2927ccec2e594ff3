#pragma once
// From a captured frame to the UDP datagram, or the fragment of one, in it. Nothing is copied; any bytes are allowed.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace jitterscope::trace {

using FrameBytes = std::span<const std::uint8_t>;

using IpAddress = std::array<std::uint8_t, 16>;  // an IPv4 address is the first four bytes

/// Which part of an IP packet's payload a fragment carries.
struct IpFragment {
  std::uint32_t identification = 0;  // the same in all fragments of a packet from one address to another
  std::size_t offset = 0;            // bytes
  bool more = false;                 // the last fragment says that there are no more
};

/// An IP packet's content from the UDP header on, or a fragment of it. All bytes are the frame's.
struct UdpSegment {
  FrameBytes source, destination;  // addresses: 4 or 16 bytes
  bool outgoing = false;           // the capture says that it left the machine it was made on
  FrameBytes bytes;                // as many as were captured
  std::size_t size = 0;            // of all of it, as the IP header says
  std::optional<IpFragment> fragment = {};
};

struct UdpDatagram {
  IpAddress source{}, destination{};
  std::uint16_t source_port = 0, destination_port = 0;
  bool outgoing = false;  // as of the segment
  FrameBytes payload;     // as much of it as was captured
  std::size_t size = 0;   // of the whole payload, as the UDP header says
};

/// Whether frames of this type (DLT_… of libpcap) can be read: Ethernet, Linux cooked v1 and v2, raw IP, BSD loopback.
bool is_known_link(int link_type);

/// Linux cooked captures say which packets left: `outgoing`. nullopt: the frame carries no UDP.
std::optional<UdpSegment> find_udp(int link_type, FrameBytes frame);

/// nullopt: it is cut off before the end of the UDP header, or is not the first fragment.
std::optional<UdpDatagram> datagram_of(const UdpSegment&);

}  // namespace jitterscope::trace
