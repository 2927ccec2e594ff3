#pragma once
// The RTP packets of a trace as they were on the wire, for exports to capture formats.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"
#include "core/events/names.h"
#include "core/record/trace/reader.h"

namespace jitterscope::trace {

/// Source and destination of a datagram: numeric addresses, both IPv4 or both IPv6.
struct UdpPath {
  std::string source_address, destination_address;
  std::uint16_t source_port = 0, destination_port = 0;
};

/// Section header and interface description, the beginning of a pcapng capture (draft-ietf-opsawg-pcapng) of RTP packet
/// headers: one interface of raw IP with ns stamps.
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

struct TracedPacket {
  Timestamp at;  // local: received, or sent
  Direction direction{};
  Medium medium{};
  rtp::RtpHeader header;
  rtp::PacketExtensions extensions;
  std::size_t size = 0;  // UDP payload
  TraceStreamKey key() const { return {direction, medium, header.ssrc}; }
};

using RtpHeaderBytes = std::array<std::uint8_t, rtp::kMaxRtpHeaderBytes>;

/// Both directions in order of time; packets that the kernel refused are left out. nullopt and a sentence in `error`
/// when the trace is damaged.
std::optional<std::vector<TracedPacket>> read_packets(const TraceReader& trace, std::string& error);
/// Header and extension as sent, not longer than the packet: a part of `buffer`.
std::span<const std::uint8_t> wire_header(const TracedPacket& packet, RtpHeaderBytes& buffer);
/// Where a stream's packets went from and to; `stream` may be null. Unknown: as export_pcapng says.
UdpPath path_of(const TraceStream* stream, Direction direction, Medium medium);

}  // namespace jitterscope::trace
