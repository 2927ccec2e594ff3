#include "core/algorithms/rtp/rtp_jpeg.h"

#include <algorithm>

#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/jpeg_tables.h"

namespace jitterscope::rtp {
namespace {

constexpr std::uint8_t kLowestTableQ = 128;
constexpr std::size_t kOneTableBytes = 64, kTableBytes = 2 * kOneTableBytes;

bool acceptable(const JpegHeader& header) {
  const std::uint8_t sampling = header.type & ~64u;
  const bool q_defined = (header.q >= 1 && header.q <= 99) || header.q >= kLowestTableQ;
  return sampling <= 1 && q_defined && header.width8 != 0 && header.height8 != 0;
}

}  // namespace

Parsed<JpegPayload> parse_jpeg_payload(ConstBytes payload) {
  if (payload.size() < 8) return RejectReason::kTruncated;
  const std::uint8_t* p = payload.data();
  JpegPayload read;
  read.header = {p[0], read24(p + 1), p[4], p[5], p[6], p[7]};
  if (!acceptable(read.header)) return RejectReason::kBadJpegHeader;
  std::size_t at = 8;
  if (read.header.has_restart_markers()) {
    if (payload.size() < at + 4) return RejectReason::kTruncated;
    const std::uint16_t word = read16(p + at + 2);
    read.restart = RestartHeader{read16(p + at), (word & 0x8000) != 0, (word & 0x4000) != 0,
                                 static_cast<std::uint16_t>(word & kWholeFrame)};
    if (read.restart->interval == 0) return RejectReason::kBadJpegHeader;
    at += 4;
  }
  if (read.header.offset == 0 && read.header.q >= kLowestTableQ) {
    if (payload.size() < at + 4) return RejectReason::kTruncated;
    const std::uint8_t precision = p[at + 1];
    const std::size_t length = read16(p + at + 2);
    at += 4;
    if (length > payload.size() - at) return RejectReason::kTruncated;
    if (length == 0 && read.header.q == 255) return RejectReason::kBadJpegHeader;
    if (length != 0) {
      if ((length != kOneTableBytes && length != kTableBytes) || precision != 0) return RejectReason::kBadJpegHeader;
      read.tables.emplace();
      std::copy_n(p + at, kOneTableBytes, read.tables->luma.begin());
      std::copy_n(p + at + length - kOneTableBytes, kOneTableBytes, read.tables->chroma.begin());
    }
    at += length;
  }
  if (at == payload.size()) return RejectReason::kTruncated;
  read.scan = payload.subspan(at);
  return read;
}

std::size_t write_jpeg_payload_header(Bytes out, const JpegHeader& header, const RestartHeader& restart,
                                      const QuantTables* tables) {
  const bool with_table_header = header.q >= kLowestTableQ && header.offset == 0;
  const bool with_tables = with_table_header && tables;
  const std::size_t size =
      8u + (header.has_restart_markers() ? 4u : 0u) + (with_table_header ? 4u : 0u) + (with_tables ? kTableBytes : 0u);
  if (out.size() < size) return 0;
  std::uint8_t* p = out.data();
  write8(p, header.type_specific);
  write24(p, header.offset);
  for (const std::uint8_t value : {header.type, header.q, header.width8, header.height8}) write8(p, value);
  if (header.has_restart_markers()) {
    write16(p, restart.interval);
    write16(p, (restart.first ? 0x8000u : 0u) | (restart.last ? 0x4000u : 0u) | (restart.count & kWholeFrame));
  }
  if (with_table_header) write32(p, with_tables ? kTableBytes : 0);  // MBZ, precision 0, length
  if (with_tables) p = std::copy_n(tables->luma.begin(), 64, p), std::copy_n(tables->chroma.begin(), 64, p);
  return size;
}

QuantTables quant_tables_of_q(int q) {
  q = std::clamp(q, 1, 99);
  const int scale = q < 50 ? 5000 / q : 200 - 2 * q;
  const auto scaled = [scale](int base) {
    return static_cast<std::uint8_t>(std::clamp((base * scale + 50) / 100, 1, 255));
  };
  QuantTables tables;
  for (std::size_t i = 0; i < 64; ++i) {
    tables.luma[i] = scaled(kLumaQuantizer[kZigzag[i]]);
    tables.chroma[i] = scaled(kChromaQuantizer[kZigzag[i]]);
  }
  return tables;
}

}  // namespace jitterscope::rtp
