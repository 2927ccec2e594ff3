#pragma once
// RTCP (RFC 3550 §6): sender and receiver reports, SDES CNAME, BYE, APP, in compound packets; NTP time; round trip.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope::rtp {

/// 64-bit NTP time: 32 bits of seconds since 1900, 32 of fraction. Conference time is counted as UTC since 1970.
std::uint64_t ntp_of(Timestamp conference);
Timestamp conference_of_ntp(std::uint64_t ntp);
/// The middle 32 bits, as in LSR (units of 1/65536 s).
constexpr std::uint32_t middle_of(std::uint64_t ntp) {
  return static_cast<std::uint32_t>(ntp >> 16);
}

/// RFC 3550 §6.4.1.
struct ReportBlock {
  std::uint32_t ssrc = 0;                 // the stream reported on
  std::uint8_t fraction_lost = 0;         // in 1/256
  std::int32_t cumulative_lost = 0;       // 24 bits signed
  std::uint32_t highest_sequence = 0;     // cycles and sequence
  std::uint32_t jitter = 0;               // media clock units
  std::uint32_t last_sr = 0;              // LSR; 0 = none received
  std::uint32_t delay_since_last_sr = 0;  // DLSR, 1/65536 s
  bool operator==(const ReportBlock&) const = default;
};

struct SenderInfo {
  std::uint64_t ntp = 0;
  std::uint32_t rtp_timestamp = 0;
  std::uint32_t packets = 0, octets = 0;
  bool operator==(const SenderInfo&) const = default;
};

/// Round trip by RFC 3550 §6.4.1: arrival of the report − LSR − DLSR. nullopt without LSR or when it would be negative.
std::optional<Duration> round_trip(const ReportBlock& block, Timestamp arrived_conference);
/// Time since the SR whose NTP middle is LSR was received, in DLSR's units; saturates.
std::uint32_t dlsr_of(Duration since_sr);

/// An application's own packet (RFC 3550 §6.7).
struct AppPacket {
  std::uint8_t subtype = 0;  // 0 … 31
  std::uint32_t ssrc = 0;
  std::array<char, 4> name{};
  ConstBytes data;  // a multiple of 4 long
};

/// Writes a compound packet into the caller's span, a packet a call: first a report, then sdes, then bye or app. Each
/// returns false and writes nothing when the space is too small or an argument too large (31 blocks, 255 bytes of text,
/// application data that is no multiple of 4).
class RtcpWriter {
 public:
  explicit RtcpWriter(Bytes out) : out_(out) {}
  bool sender_report(std::uint32_t ssrc, const SenderInfo& info, std::span<const ReportBlock> blocks) {
    return report(ssrc, &info, blocks);
  }
  bool receiver_report(std::uint32_t ssrc, std::span<const ReportBlock> blocks) {
    return report(ssrc, nullptr, blocks);
  }
  bool sdes_cname(std::uint32_t ssrc, std::string_view cname);
  bool bye(std::uint32_t ssrc);
  bool app(const AppPacket& packet);
  std::size_t size() const { return size_; }

 private:
  bool report(std::uint32_t ssrc, const SenderInfo* info, std::span<const ReportBlock> blocks);
  std::uint8_t* append(std::uint8_t count, std::uint8_t type, std::size_t bytes);
  Bytes out_;
  std::size_t size_ = 0;
};

/// A compound packet read. Views point into the datagram. Of several SRs the first's sender counts; report blocks of
/// all.
struct RtcpCompound {
  std::uint32_t ssrc = 0;  // of the first report
  std::optional<SenderInfo> sender;
  std::array<ReportBlock, 31> blocks;  // the first `block_count`
  std::size_t block_count = 0;
  std::string_view cname;        // of `ssrc`; empty when not named
  bool bye = false;              // `ssrc` has left
  std::optional<AppPacket> app;  // the first that has a name
  std::span<const ReportBlock> reports() const { return {blocks.data(), block_count}; }
};

/// RFC 3550 A.2's checks: version, first packet a report, lengths that add up. kTruncated, kWrongVersion,
/// kWrongPayloadType.
Parsed<RtcpCompound> parse_rtcp(ConstBytes datagram);
/// The SSRC of its first report, as it says; nullopt: it is too short for one.
std::optional<std::uint32_t> rtcp_sender(ConstBytes datagram);

}  // namespace jitterscope::rtp
