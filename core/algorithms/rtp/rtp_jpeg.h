#pragma once
// RTP payload format for JPEG (RFC 2435): the headers before the entropy-coded bytes.
// Q: this program sends 127 + JPEG quality (128 … 227) with the tables in band in the first packet of every frame.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope::rtp {

/// Quantization tables in zigzag order, as they stand in a DQT segment.
struct QuantTables {
  std::array<std::uint8_t, 64> luma{};
  std::array<std::uint8_t, 64> chroma{};
  bool operator==(const QuantTables&) const = default;
};

/// RFC 2435 §3.1, the main header.
struct JpegHeader {
  std::uint8_t type_specific = 0;
  std::uint32_t offset = 0;  // 24 bits: of this packet's bytes in the scan
  std::uint8_t type = 1;     // 0 = 4:2:2, 1 = 4:2:0; 64, 65 = the same with restart markers
  std::uint8_t q = 255;
  std::uint8_t width8 = 0, height8 = 0;  // in units of 8 pixels
  bool has_restart_markers() const { return type >= 64; }
  bool operator==(const JpegHeader&) const = default;
};

/// RFC 2435 §3.1.7. A chunk is a run of whole restart intervals: one packet (first and last), or an interval over
/// several.
struct RestartHeader {
  std::uint16_t interval = 0;  // MCUs in a restart interval
  bool first = true, last = true;
  std::uint16_t count = 0;  // 14 bits: index of the chunk's first interval; kWholeFrame = no partial decoding
  bool operator==(const RestartHeader&) const = default;
};
inline constexpr std::uint16_t kWholeFrame = 0x3FFF;
inline constexpr std::uint32_t kMaxJpegOffset = 0xFFFFFF;
inline constexpr int kMaxJpegSide = 255 * 8;

/// A read payload.
struct JpegPayload {
  JpegHeader header;
  std::optional<RestartHeader> restart;  // present for types 64 and 65
  std::optional<QuantTables> tables;     // in band, first packet of a frame only
  ConstBytes scan;                       // the packet's piece of the entropy-coded bytes; never empty
};

/// Main, restart and table header at most.
inline constexpr std::size_t kMaxJpegPayloadHeaderBytes = 8 + 4 + 4 + 128;

/// Reads an RTP payload. One table in band (64 bytes, as ffmpeg sends it) is that of all components (RFC 2435 §3.1.8).
/// kTruncated; kBadJpegHeader: unknown type, reserved Q, 16-bit tables or another number of them, no size, Q 255
/// without tables.
Parsed<JpegPayload> parse_jpeg_payload(ConstBytes payload);

/// Writes the headers; `restart` is written for types 64 and 65, `tables` when given and Q ≥ 128 and offset 0 (a table
/// header of length 0 when not given). Returns bytes written; 0 when `out` is too small.
std::size_t write_jpeg_payload_header(Bytes out, const JpegHeader& header, const RestartHeader& restart,
                                      const QuantTables* tables);

/// Tables of Q 1 … 99 (RFC 2435 appendix A).
QuantTables quant_tables_of_q(int q);

/// The Q this program sends for a JPEG quality of 1 … 100.
constexpr std::uint8_t q_of_quality(int quality) {
  return static_cast<std::uint8_t>(127 + quality);
}

}  // namespace jitterscope::rtp
