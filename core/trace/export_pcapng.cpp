#include <algorithm>
#include <map>

#include "core/rtp/rtp_packet.h"
#include "core/trace/export.h"
#include "core/trace/output_file.h"
#include "core/trace/pcapng.h"

namespace jitterscope {
namespace {

struct CapturedPacket {
  Timestamp at;  // local
  Direction direction{};
  Medium medium{};
  rtp::RtpHeader header;
  rtp::PacketExtensions extensions;
  std::size_t size = 0;  // UDP payload
};

template <typename Packet>
CapturedPacket capture(const Packet& packet, Direction direction, Timestamp at, std::uint8_t payload_type) {
  CapturedPacket captured{at, direction, packet.medium, {}, {}, static_cast<std::size_t>(std::max(packet.size, 0))};
  captured.header.marker = packet.marker;
  captured.header.payload_type = payload_type;
  captured.header.sequence = static_cast<std::uint16_t>(packet.sequence);
  captured.header.timestamp = static_cast<std::uint32_t>(packet.rtp_timestamp);
  captured.header.ssrc = packet.ssrc;
  captured.extensions.sent_conference = packet.sent_conference;
  return captured;
}

CapturedPacket capture(const PacketArrived& packet) {
  CapturedPacket captured = capture(packet, Direction::kReceived, packet.received, packet.payload_type);
  if (packet.frame && packet.block)
    captured.extensions.block = rtp::BlockId{static_cast<std::uint16_t>(*packet.frame), *packet.block};
  return captured;
}

CapturedPacket capture(const PacketSent& packet) {
  const auto payload_type = packet.medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg;
  CapturedPacket captured = capture(packet, Direction::kSent, packet.sent, payload_type);
  captured.extensions.block = rtp::BlockId{static_cast<std::uint16_t>(packet.frame), packet.block};
  return captured;
}

std::optional<std::vector<CapturedPacket>> read_packets(const TraceReader& trace, std::string& error) {
  std::vector<CapturedPacket> packets;
  const bool complete =
      trace.read<PacketArrived>([&](const PacketArrived& packet) { packets.push_back(capture(packet)); }, error) &&
      trace.read<PacketSent>(
          [&](const PacketSent& packet) {
            if (packet.accepted) packets.push_back(capture(packet));
          },
          error);
  if (!complete) return std::nullopt;
  std::stable_sort(packets.begin(), packets.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return packets;
}

/// Where a stream's packets went from and to.
trace::UdpPath path_of(const TraceStream* stream, Direction direction, Medium medium) {
  const std::uint16_t usual_port = medium == Medium::kAudio ? 5006 : 5008;
  trace::UdpPath path{"192.0.2.1", "192.0.2.2", usual_port, usual_port};  // from here to there
  if (stream) {
    if (stream->local_port != 0) path.source_port = stream->local_port;
    if (stream->remote_port != 0) path.destination_port = stream->remote_port;
    const trace::UdpPath known{stream->local_address, stream->remote_address, 0, 0};
    if (!trace::pcapng_ip_udp(known, 0).empty()) {
      path.source_address = known.source_address;
      path.destination_address = known.destination_address;
    }
  }
  if (direction == Direction::kSent) return path;
  return {path.destination_address, path.source_address, path.destination_port, path.source_port};
}

}  // namespace

std::optional<WrittenFiles> export_pcapng(const TraceReader& trace, const std::string& out, std::string& error) {
  const auto packets = read_packets(trace, error);
  if (!packets) return std::nullopt;
  const Duration to_real_time = trace.meta().realtime_offset.value_or(Duration());
  std::map<std::pair<Direction, std::uint32_t>, trace::UdpPath> paths;
  trace::OutputFile file(out);
  file.write(trace::pcapng_head());
  for (const CapturedPacket& packet : *packets) {
    const std::pair key(packet.direction, packet.header.ssrc);
    auto path = paths.find(key);
    if (path == paths.end())
      path = paths.emplace(key, path_of(trace.find_stream(key.first, key.second), key.first, packet.medium)).first;
    std::uint8_t rtp_header[rtp::kMaxRtpHeaderBytes];
    const std::size_t written = rtp::write_rtp_header(rtp_header, packet.header, packet.extensions);
    std::string captured = trace::pcapng_ip_udp(path->second, packet.size);
    const std::size_t original_size = captured.size() + packet.size;
    captured.append(reinterpret_cast<const char*>(rtp_header), std::min(written, packet.size));
    file.write(trace::pcapng_packet(packet.at + to_real_time, captured, original_size));
  }
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
