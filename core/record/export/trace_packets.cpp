#include "core/record/export/trace_packets.h"

#include <algorithm>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope::trace {
namespace {

template <typename Packet>
TracedPacket traced_packet(const Packet& packet, Direction direction, Timestamp at, std::uint8_t payload_type) {
  TracedPacket traced{at, direction, packet.medium, {}, {}, static_cast<std::size_t>(std::max(packet.size, 0))};
  traced.header.marker = packet.marker;
  traced.header.payload_type = payload_type;
  traced.header.sequence = static_cast<std::uint16_t>(packet.sequence);
  traced.header.timestamp = static_cast<std::uint32_t>(packet.rtp_timestamp);
  traced.header.ssrc = packet.ssrc;
  traced.extensions.sent_conference = packet.sent_conference;
  return traced;
}

TracedPacket traced_packet(const PacketArrived& packet) {
  TracedPacket traced = traced_packet(packet, Direction::kReceived, packet.received, packet.payload_type);
  if (packet.frame && packet.block)
    traced.extensions.block = rtp::BlockId{static_cast<std::uint16_t>(*packet.frame), *packet.block};
  return traced;
}

TracedPacket traced_packet(const PacketSent& packet) {
  const auto payload_type = packet.medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg;
  TracedPacket traced = traced_packet(packet, Direction::kSent, packet.sent, payload_type);
  traced.extensions.block = rtp::BlockId{static_cast<std::uint16_t>(packet.frame), packet.block};
  return traced;
}

}  // namespace

std::optional<std::vector<TracedPacket>> read_packets(const TraceReader& trace, std::string& error) {
  std::vector<TracedPacket> packets;
  const bool complete = trace.read<PacketArrived>(
                            [&](const PacketArrived& packet) { packets.push_back(traced_packet(packet)); }, error) &&
                        trace.read<PacketSent>(
                            [&](const PacketSent& packet) {
                              if (packet.accepted) packets.push_back(traced_packet(packet));
                            },
                            error);
  if (!complete) return std::nullopt;
  std::stable_sort(packets.begin(), packets.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return packets;
}

UdpPath path_of(const TraceStream* stream, Direction direction, Medium medium) {
  const std::uint16_t usual_port = medium == Medium::kAudio ? 5006 : 5008;
  UdpPath path{"192.0.2.1", "192.0.2.2", usual_port, usual_port};  // from here to there
  if (stream) {
    if (stream->local_port != 0) path.source_port = stream->local_port;
    if (stream->remote_port != 0) path.destination_port = stream->remote_port;
    const UdpPath known{stream->local_address, stream->remote_address, 0, 0};
    if (!pcapng_ip_udp(known, 0).empty()) {
      path.source_address = known.source_address;
      path.destination_address = known.destination_address;
    }
  }
  if (direction == Direction::kSent) return path;
  return {path.destination_address, path.source_address, path.destination_port, path.source_port};
}

std::span<const std::uint8_t> wire_header(const TracedPacket& packet, RtpHeaderBytes& buffer) {
  const std::size_t written = rtp::write_rtp_header(buffer, packet.header, packet.extensions);
  return std::span(buffer).first(std::min(written, packet.size));
}

}  // namespace jitterscope::trace
