#include "core/record/export/pcapng.h"

#include <arpa/inet.h>

#include <algorithm>

#include "core/record/import/capture_format.h"

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

}  // namespace jitterscope::trace
