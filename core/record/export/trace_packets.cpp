#include "core/record/export/trace_packets.h"

#include <arpa/inet.h>

#include <algorithm>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/record/datagrams/capture_format.h"

namespace jitterscope::trace {
namespace {

constexpr std::uint16_t kLinkTypeRaw = 101;
constexpr std::uint32_t kSectionHeader = 0x0A0D0D0A, kInterfaceDescription = 1, kEnhancedPacket = 6;
constexpr std::uint16_t kComment = 1;
constexpr char kHopLimit = 64;

/// Little-endian, as the byte-order magic of pcapng_head() says.
template <typename T>
void put_little(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

void put_big(std::string& out, std::uint16_t value) {
  out += static_cast<char>(value >> 8);
  out += static_cast<char>(value & 0xff);
}

void pad(std::string& out) {
  out.resize((out.size() + 3) / 4 * 4);
}

void put_option(std::string& out, std::uint16_t code, std::string_view value) {
  put_little(out, code);
  put_little(out, static_cast<std::uint16_t>(value.size()));
  out += value;
  pad(out);
}

std::string block(std::uint32_t type, std::string body) {
  pad(body);
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  std::string out;
  put_little(out, type);
  put_little(out, length);
  out += body;
  put_little(out, length);
  return out;
}

std::string address_bytes(int family, const std::string& text) {
  std::string bytes(family == AF_INET ? 4 : 16, '\0');
  return inet_pton(family, text.c_str(), bytes.data()) == 1 ? bytes : std::string();
}

std::uint16_t internet_checksum(std::string_view header) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i + 1 < header.size(); i += 2)
    sum += static_cast<std::uint32_t>(static_cast<std::uint8_t>(header[i]) << 8 |
                                      static_cast<std::uint8_t>(header[i + 1]));
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

std::string ipv4_header(const std::string& source, const std::string& destination, std::size_t payload) {
  std::string header{'\x45', '\0'};
  put_big(header, static_cast<std::uint16_t>(payload + 20));
  header += std::string{'\0', '\0', '\x40', '\0', kHopLimit, kUdpProtocol, '\0', '\0'};
  header += source + destination;
  const std::uint16_t checksum = internet_checksum(header);
  header[10] = static_cast<char>(checksum >> 8);
  header[11] = static_cast<char>(checksum & 0xff);
  return header;
}

std::string ipv6_header(const std::string& source, const std::string& destination, std::size_t payload) {
  std::string header{'\x60', '\0', '\0', '\0'};
  put_big(header, static_cast<std::uint16_t>(payload));
  header += std::string{kUdpProtocol, kHopLimit};
  return header + source + destination;
}

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

std::string pcapng_head() {
  std::string section;
  put_little<std::uint32_t>(section, 0x1A2B3C4D);
  put_little<std::uint16_t>(section, 1);
  put_little<std::uint16_t>(section, 0);
  put_little<std::uint64_t>(section, ~std::uint64_t{0});  // section length not given
  std::string interface;
  put_little<std::uint16_t>(interface, kLinkTypeRaw);
  put_little<std::uint16_t>(interface, 0);
  put_little<std::uint32_t>(interface, 0);  // no snap length
  put_little<std::uint16_t>(interface, 9);  // option if_tsresol: 10^-9 s
  put_little<std::uint16_t>(interface, 1);
  put_little<std::uint32_t>(interface, 9);
  put_little<std::uint32_t>(interface, 0);  // end of options
  return block(kSectionHeader, section) + block(kInterfaceDescription, interface);
}

std::string pcapng_ip_udp(const UdpPath& path, std::size_t udp_payload) {
  const std::size_t length = std::min<std::size_t>(udp_payload, 65535 - 20 - kUdpHeaderBytes) + kUdpHeaderBytes;
  std::string header;
  for (const int family : {AF_INET, AF_INET6}) {
    const std::string source = address_bytes(family, path.source_address);
    const std::string destination = address_bytes(family, path.destination_address);
    if (source.empty() || destination.empty()) continue;
    header = family == AF_INET ? ipv4_header(source, destination, length) : ipv6_header(source, destination, length);
  }
  if (header.empty()) return header;
  put_big(header, path.source_port);
  put_big(header, path.destination_port);
  put_big(header, static_cast<std::uint16_t>(length));
  put_big(header, 0);  // checksum not computed: the payload is not known
  return header;
}

std::string pcapng_packet(const PcapngPacket& packet) {
  const auto ns = static_cast<std::uint64_t>(std::max<std::int64_t>(packet.at.ns(), 0));
  std::string body;
  put_little<std::uint32_t>(body, 0);  // interface
  put_little<std::uint32_t>(body, static_cast<std::uint32_t>(ns >> 32));
  put_little<std::uint32_t>(body, static_cast<std::uint32_t>(ns));
  put_little<std::uint32_t>(body, static_cast<std::uint32_t>(packet.captured.size()));
  put_little<std::uint32_t>(body, static_cast<std::uint32_t>(packet.original_size));
  body.append(packet.captured);
  if (!packet.direction && packet.comment.empty()) return block(kEnhancedPacket, std::move(body));
  pad(body);
  if (!packet.comment.empty()) put_option(body, kComment, packet.comment);
  if (packet.direction) {
    std::string flags;
    put_little<std::uint32_t>(flags, *packet.direction == Direction::kReceived ? kPcapngInbound : kPcapngOutbound);
    put_option(body, kPcapngPacketFlags, flags);
  }
  put_little<std::uint32_t>(body, 0);  // end of options
  return block(kEnhancedPacket, std::move(body));
}

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
