#pragma once
// RTP packets (RFC 3550 §5.1) with the one-byte header extension (RFC 8285 §4.2) that carries frame and block number
// and the send time. Reading and writing over spans: nothing is allocated, copied or
// thrown.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope::rtp {

using Bytes = std::span<std::uint8_t>;
using ConstBytes = std::span<const std::uint8_t>;

inline constexpr std::uint8_t kPayloadPcmu = 0;
inline constexpr std::uint8_t kPayloadJpeg = 26;
inline constexpr std::size_t kMinRtpHeaderBytes = 12;
/// Fixed header and an extension with both elements: the most that write_rtp_header writes.
inline constexpr std::size_t kMaxRtpHeaderBytes = 12 + 4 + 16;

/// The outcome of reading: the value, or why the datagram is to be dropped.
template <typename T>
struct Parsed {
  std::optional<T> value;
  RejectReason reason{};  // meaningful only without a value
  Parsed(T parsed) : value(parsed) {}
  Parsed(RejectReason why) : reason(why) {}
  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

struct RtpHeader {
  bool marker = false;
  std::uint8_t payload_type = 0;
  std::uint16_t sequence = 0;
  std::uint32_t timestamp = 0;  // media clock units
  std::uint32_t ssrc = 0;
  bool operator==(const RtpHeader&) const = default;
};

/// Element urn:jitterscope:block.
struct BlockId {
  std::uint16_t frame = 0;  // video: frame number; audio: block number
  std::uint16_t block = 0;  // block in the frame; 0 for audio
  bool operator==(const BlockId&) const = default;
};

/// Element ids of the offer, 1 to 14; 0 = not negotiated: neither written nor looked for.
struct ExtensionIds {
  std::uint8_t block = 1;
  std::uint8_t sent = 2;
};

struct PacketExtensions {
  std::optional<BlockId> block;
  std::optional<Timestamp> sent_conference;
};

struct RtpPacket {
  RtpHeader header;
  PacketExtensions extensions;
  ConstBytes payload;  // part of the datagram; without padding
};

/// Reads a datagram. Contributing sources and unknown extension elements are skipped, padding is taken off. A malformed
/// extension counts as absent as long as its length fits. kTruncated, kWrongVersion.
Parsed<RtpPacket> parse_rtp(ConstBytes datagram, ExtensionIds ids = {});
/// Its SSRC, as it says; nullopt: it is too short for a header.
std::optional<std::uint32_t> rtp_sender(ConstBytes datagram);

/// That write_rtp_header writes.
std::size_t rtp_header_bytes(const PacketExtensions& extensions, ExtensionIds ids = {});

/// Writes header and the extension elements that are present. Returns bytes written; 0 when `out` is too small.
std::size_t write_rtp_header(Bytes out, const RtpHeader& header, const PacketExtensions& extensions,
                             ExtensionIds ids = {});

}  // namespace jitterscope::rtp
