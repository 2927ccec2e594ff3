#pragma once
// RTP packet headers as a pcapng capture (draft-ietf-opsawg-pcapng): one interface of raw IP with ns stamps.
#include <cstdint>
#include <optional>
#include <string>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope::trace {

/// Source and destination of a datagram: numeric addresses, both IPv4 or both IPv6.
struct UdpPath {
  std::string source_address, destination_address;
  std::uint16_t source_port = 0, destination_port = 0;
};

/// Section header and interface description, the beginning of the file.
std::string pcapng_head();
/// IP and UDP header of `path`; empty when the addresses are no pair of one family.
std::string pcapng_ip_udp(const UdpPath& path, std::size_t udp_payload);
struct PcapngPacket {
  Timestamp at;  // since 1970; what is before counts as 1970
  std::string_view captured;
  std::size_t original_size = 0;
  std::optional<Direction> direction = {};  // of the machine that captured it: flags inbound or outbound
  std::string_view comment = {};            // UTF-8; empty = none
};
/// An enhanced packet block.
std::string pcapng_packet(const PcapngPacket& packet);

}  // namespace jitterscope::trace
