#pragma once
// From a captured frame to the UDP datagram in it. Nothing is copied; any bytes are allowed.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace jitterscope::trace {

using FrameBytes = std::span<const std::uint8_t>;

struct UdpDatagram {
  std::array<std::uint8_t, 16> source{}, destination{};  // an IPv4 address is the first four bytes
  std::uint16_t source_port = 0, destination_port = 0;
  bool outgoing = false;  // the capture says that it left the machine it was made on
  FrameBytes payload;     // as much of it as was captured
  std::size_t size = 0;   // of the whole payload, as the UDP header says
};

/// Whether frames of this type (DLT_… of libpcap) can be read: Ethernet, Linux cooked v1 and v2, raw IP, BSD loopback.
bool is_known_link(int link_type);

/// Linux cooked captures say which packets left: `outgoing`. nullopt: no UDP, cut off before the end of the UDP header,
/// or a fragment (`fragment` is then set).
std::optional<UdpDatagram> find_udp(int link_type, FrameBytes frame, bool& fragment);

}  // namespace jitterscope::trace
