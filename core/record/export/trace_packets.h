#pragma once
// The RTP packets of a trace as they were on the wire, for exports to capture formats.
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/record/export/pcapng.h"
#include "core/record/trace/reader.h"

namespace jitterscope::trace {

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
