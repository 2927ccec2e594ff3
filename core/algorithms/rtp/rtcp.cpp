#include "core/algorithms/rtp/rtcp.h"

#include <algorithm>
#include <cstring>

#include "core/algorithms/rtp/byte_order.h"

namespace jitterscope::rtp {
namespace {

enum PacketType : std::uint8_t { kSenderReport = 200, kReceiverReport = 201, kSdes = 202, kBye = 203, kApp = 204 };
constexpr std::uint8_t kCname = 1;
constexpr std::size_t kReportBlockBytes = 24, kSenderBytes = 20, kMaxReportBlocks = 31;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kNtpToUnix = 2'208'988'800;  // seconds from 1900 to 1970

void write_block(std::uint8_t*& p, const ReportBlock& block) {
  write32(p, block.ssrc);
  write8(p, block.fraction_lost);
  write24(p, static_cast<std::uint32_t>(std::clamp(block.cumulative_lost, -0x800000, 0x7FFFFF)));
  write32(p, block.highest_sequence);
  write32(p, block.jitter);
  write32(p, block.last_sr);
  write32(p, block.delay_since_last_sr);
}

ReportBlock read_block(const std::uint8_t* p) {
  const std::uint32_t lost = read24(p + 5);
  const std::int32_t signed_lost = static_cast<std::int32_t>(lost) - (lost & 0x800000 ? 0x1000000 : 0);
  return {read32(p), p[4], signed_lost, read32(p + 8), read32(p + 12), read32(p + 16), read32(p + 20)};
}

bool read_report(ConstBytes body, std::uint8_t count, bool sender, bool first, RtcpCompound& compound) {
  const std::size_t head = 4 + (sender ? kSenderBytes : 0);
  if (body.size() < head + count * kReportBlockBytes) return false;
  if (first) compound.ssrc = read32(body.data());
  if (sender && !compound.sender) {
    const std::uint8_t* p = body.data() + 4;
    compound.sender = SenderInfo{read64(p), read32(p + 8), read32(p + 12), read32(p + 16)};
  }
  for (std::size_t i = 0; i < count && compound.block_count < compound.blocks.size(); ++i)
    compound.blocks[compound.block_count++] = read_block(body.data() + head + i * kReportBlockBytes);
  return true;
}

/// One chunk for each of `count` sources: SSRC, items, at least one zero, up to a multiple of 4.
bool read_sdes(ConstBytes body, std::uint8_t count, RtcpCompound& compound) {
  std::size_t at = 0;
  for (; count > 0; --count) {
    if (body.size() - at < 4) return false;
    const bool ours = read32(body.data() + at) == compound.ssrc;
    at += 4;
    while (at < body.size() && body[at] != 0) {
      if (body.size() - at < 2 || body.size() - at - 2 < body[at + 1]) return false;
      if (ours && body[at] == kCname)
        compound.cname = {reinterpret_cast<const char*>(body.data() + at + 2), body[at + 1]};
      at += 2u + body[at + 1];
    }
    if (at == body.size()) return false;  // the closing zero is missing
    at = (at / 4 + 1) * 4;                // bodies are multiples of 4 long
  }
  return true;
}

bool read_bye(ConstBytes body, std::uint8_t count, RtcpCompound& compound) {
  const std::size_t sources = 4u * count;
  if (body.size() < sources) return false;
  for (std::size_t at = 0; at < sources; at += 4)
    if (read32(body.data() + at) == compound.ssrc) compound.bye = true;
  if (body.size() == sources) return true;
  const std::size_t reason = body[sources];
  return reason <= body.size() - sources - 1;
}

void read_app(ConstBytes body, std::uint8_t subtype, RtcpCompound& compound) {
  if (body.size() < 8 || compound.app) return;
  compound.app = AppPacket{subtype, read32(body.data()), {}, body.subspan(8)};
  std::memcpy(compound.app->name.data(), body.data() + 4, 4);
}

}  // namespace

std::uint64_t ntp_of(Timestamp conference) {
  std::int64_t seconds = conference.ns() / kSecond, rest = conference.ns() % kSecond;
  if (rest < 0) --seconds, rest += kSecond;
  const auto fraction = ((static_cast<std::uint64_t>(rest) << 32) + kSecond / 2) / kSecond;
  return (static_cast<std::uint64_t>(seconds + kNtpToUnix) << 32) + fraction;
}

Timestamp conference_of_ntp(std::uint64_t ntp) {
  const auto seconds = static_cast<std::int64_t>(ntp >> 32) - kNtpToUnix;
  const std::uint64_t nanoseconds = ((ntp & 0xFFFFFFFF) * kSecond + (1ull << 31)) >> 32;
  return Timestamp::ns(seconds * kSecond + static_cast<std::int64_t>(nanoseconds));
}

std::optional<Duration> round_trip(const ReportBlock& block, Timestamp arrived_conference) {
  if (block.last_sr == 0) return std::nullopt;
  const std::uint32_t units = middle_of(ntp_of(arrived_conference)) - block.last_sr - block.delay_since_last_sr;
  if (static_cast<std::int32_t>(units) < 0) return std::nullopt;
  return Duration::ns(static_cast<std::int64_t>(units * static_cast<std::uint64_t>(kSecond) >> 16));
}

std::uint32_t dlsr_of(Duration since_sr) {
  const double units = std::clamp(since_sr.seconds() * 65536.0, 0.0, 4294967295.0);
  return static_cast<std::uint32_t>(units + 0.5 < 4294967296.0 ? units + 0.5 : units);
}

std::uint8_t* RtcpWriter::append(std::uint8_t count, std::uint8_t type, std::size_t bytes) {
  if (out_.size() - size_ < bytes) return nullptr;
  std::uint8_t* p = out_.data() + size_;
  size_ += bytes;
  write8(p, 0x80u | count);
  write8(p, type);
  write16(p, static_cast<std::uint32_t>(bytes / 4 - 1));
  return p;
}

bool RtcpWriter::report(std::uint32_t ssrc, const SenderInfo* info, std::span<const ReportBlock> blocks) {
  if (blocks.size() > kMaxReportBlocks) return false;
  std::uint8_t* p = append(static_cast<std::uint8_t>(blocks.size()), info ? kSenderReport : kReceiverReport,
                           8 + (info ? kSenderBytes : 0) + blocks.size() * kReportBlockBytes);
  if (!p) return false;
  write32(p, ssrc);
  if (info) {
    write64(p, info->ntp);
    for (const std::uint32_t value : {info->rtp_timestamp, info->packets, info->octets}) write32(p, value);
  }
  for (const ReportBlock& block : blocks) write_block(p, block);
  return true;
}

bool RtcpWriter::sdes_cname(std::uint32_t ssrc, std::string_view cname) {
  if (cname.size() > 255) return false;
  const std::size_t used = 4 + 4 + 2 + cname.size();
  const std::size_t bytes = (used / 4 + 1) * 4;  // at least one closing zero
  std::uint8_t* p = append(1, kSdes, bytes);
  if (!p) return false;
  write32(p, ssrc);
  write8(p, kCname);
  write8(p, static_cast<std::uint32_t>(cname.size()));
  p = std::copy(cname.begin(), cname.end(), p);
  std::memset(p, 0, bytes - used);
  return true;
}

bool RtcpWriter::bye(std::uint32_t ssrc) {
  std::uint8_t* p = append(1, kBye, 8);
  if (p) write32(p, ssrc);
  return p != nullptr;
}

bool RtcpWriter::app(const AppPacket& packet) {
  if (packet.subtype > 31 || packet.data.size() % 4 != 0) return false;
  std::uint8_t* p = append(packet.subtype, kApp, 12 + packet.data.size());
  if (!p) return false;
  write32(p, packet.ssrc);
  p = std::copy(packet.name.begin(), packet.name.end(), p);
  std::copy(packet.data.begin(), packet.data.end(), p);
  return true;
}

std::optional<std::uint32_t> rtcp_sender(ConstBytes datagram) {
  return datagram.size() >= 8 ? std::optional(read32(datagram.data() + 4)) : std::nullopt;
}

Parsed<RtcpCompound> parse_rtcp(ConstBytes datagram) {
  RtcpCompound compound;
  if (datagram.empty()) return RejectReason::kTruncated;
  for (bool first = true; !datagram.empty(); first = false) {
    if (datagram[0] >> 6 != 2) return RejectReason::kWrongVersion;
    if (datagram.size() < 4) return RejectReason::kTruncated;
    const std::uint8_t count = datagram[0] & 31, type = datagram[1];
    const std::size_t bytes = 4u * (read16(datagram.data() + 2) + 1u);
    if (bytes > datagram.size()) return RejectReason::kTruncated;
    if (first && type != kSenderReport && type != kReceiverReport) return RejectReason::kWrongPayloadType;
    std::size_t body = bytes - 4;
    if (datagram[0] & 0x20) {  // padding: only the last of a compound may have it
      const std::size_t padding = datagram[bytes - 1];
      if (bytes != datagram.size() || padding == 0 || padding % 4 != 0 || padding > body)
        return RejectReason::kTruncated;
      body -= padding;
    }
    const ConstBytes content = datagram.subspan(4, body);
    bool ok = true;
    if (type == kSenderReport || type == kReceiverReport)
      ok = read_report(content, count, type == kSenderReport, first, compound);
    if (type == kSdes) ok = read_sdes(content, count, compound);
    if (type == kBye) ok = read_bye(content, count, compound);
    if (type == kApp) read_app(content, count, compound);
    if (!ok) return RejectReason::kTruncated;
    datagram = datagram.subspan(bytes);
  }
  return compound;
}

}  // namespace jitterscope::rtp
