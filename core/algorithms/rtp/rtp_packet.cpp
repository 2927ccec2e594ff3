#include "core/algorithms/rtp/rtp_packet.h"

#include <cstring>

#include "core/algorithms/rtp/byte_order.h"

namespace jitterscope::rtp {
namespace {

constexpr std::uint16_t kOneByteProfile = 0xBEDE;  // RFC 8285 §4.2
constexpr std::size_t kBlockIdBytes = 4, kSentBytes = 8;

PacketExtensions read_elements(ConstBytes elements, ExtensionIds ids) {
  PacketExtensions found;
  std::size_t at = 0;
  while (at < elements.size()) {
    const std::uint8_t head = elements[at++];
    if (head == 0) continue;  // padding between elements
    const std::uint8_t id = head >> 4;
    if (id == 15) break;  // reserved: reading ends here
    const std::size_t length = (head & 15u) + 1u;
    if (length > elements.size() - at) break;
    const std::uint8_t* data = elements.data() + at;
    if (id != 0 && id == ids.block && length == kBlockIdBytes) found.block = BlockId{read16(data), read16(data + 2)};
    if (id != 0 && id == ids.sent && length == kSentBytes)
      found.sent_conference = Timestamp::ns(static_cast<std::int64_t>(read64(data)));
    at += length;
  }
  return found;
}

bool writes_block(const PacketExtensions& extensions, ExtensionIds ids) {
  return extensions.block && ids.block != 0;
}
bool writes_sent(const PacketExtensions& extensions, ExtensionIds ids) {
  return extensions.sent_conference && ids.sent != 0;
}
std::size_t element_bytes(const PacketExtensions& extensions, ExtensionIds ids) {
  return (writes_block(extensions, ids) ? 1 + kBlockIdBytes : 0) + (writes_sent(extensions, ids) ? 1 + kSentBytes : 0);
}

}  // namespace

std::optional<std::uint32_t> rtp_sender(ConstBytes datagram) {
  return datagram.size() >= kMinRtpHeaderBytes ? std::optional(read32(datagram.data() + 8)) : std::nullopt;
}

Parsed<RtpPacket> parse_rtp(ConstBytes datagram, ExtensionIds ids) {
  if (datagram.empty()) return RejectReason::kTruncated;
  if (datagram[0] >> 6 != 2) return RejectReason::kWrongVersion;
  if (datagram.size() < kMinRtpHeaderBytes) return RejectReason::kTruncated;
  const std::uint8_t* p = datagram.data();
  RtpPacket packet;
  packet.header = {(p[1] & 0x80) != 0, static_cast<std::uint8_t>(p[1] & 0x7F), read16(p + 2), read32(p + 4),
                   read32(p + 8)};
  std::size_t begin = kMinRtpHeaderBytes + 4u * (p[0] & 15u);
  std::size_t end = datagram.size();
  if (begin > end) return RejectReason::kTruncated;
  if (p[0] & 0x10) {
    if (end - begin < 4) return RejectReason::kTruncated;
    const std::uint16_t profile = read16(p + begin);
    const std::size_t length = 4u * read16(p + begin + 2);
    begin += 4;
    if (length > end - begin) return RejectReason::kTruncated;
    if (profile == kOneByteProfile) packet.extensions = read_elements(datagram.subspan(begin, length), ids);
    begin += length;
  }
  if (p[0] & 0x20) {
    const std::size_t padding = begin < end ? datagram[end - 1] : 0;
    if (padding == 0 || padding > end - begin) return RejectReason::kTruncated;
    end -= padding;
  }
  packet.payload = datagram.subspan(begin, end - begin);
  return packet;
}

std::size_t rtp_header_bytes(const PacketExtensions& extensions, ExtensionIds ids) {
  const std::size_t words = (element_bytes(extensions, ids) + 3) / 4;
  return kMinRtpHeaderBytes + (words > 0 ? 4 + 4 * words : 0);
}

std::size_t write_rtp_header(Bytes out, const RtpHeader& header, const PacketExtensions& extensions, ExtensionIds ids) {
  const std::size_t elements = element_bytes(extensions, ids), words = (elements + 3) / 4;
  const std::size_t size = rtp_header_bytes(extensions, ids);
  if (out.size() < size) return 0;
  std::uint8_t* p = out.data();
  write8(p, words > 0 ? 0x90 : 0x80);
  write8(p, (header.marker ? 0x80u : 0u) | (header.payload_type & 0x7Fu));
  write16(p, header.sequence);
  write32(p, header.timestamp);
  write32(p, header.ssrc);
  if (words == 0) return size;
  write16(p, kOneByteProfile);
  write16(p, static_cast<std::uint32_t>(words));
  if (writes_block(extensions, ids)) {
    write8(p, static_cast<std::uint32_t>(ids.block << 4 | (kBlockIdBytes - 1)));
    write16(p, extensions.block->frame);
    write16(p, extensions.block->block);
  }
  if (writes_sent(extensions, ids)) {
    write8(p, static_cast<std::uint32_t>(ids.sent << 4 | (kSentBytes - 1)));
    write64(p, static_cast<std::uint64_t>(extensions.sent_conference->ns()));
  }
  std::memset(p, 0, 4 * words - elements);
  return size;
}

}  // namespace jitterscope::rtp
