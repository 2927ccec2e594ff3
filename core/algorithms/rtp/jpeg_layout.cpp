#include "core/algorithms/rtp/jpeg_layout.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/jpeg_tables.h"

namespace jitterscope::rtp {
namespace {

enum JpegMarker : std::uint8_t {
  kSof0 = 0xC0,
  kDht = 0xC4,
  kSoi = 0xD8,
  kEoi = 0xD9,
  kSos = 0xDA,
  kDqt = 0xDB,
  kDri = 0xDD
};

struct Component {
  std::uint8_t id, sampling, table;
};

/// What the segments before the scan say.
struct Segments {
  JpegLayout layout;
  std::array<std::array<std::uint8_t, 64>, 4> quantizers{};
  std::array<bool, 4> has_quantizer{};
  std::array<Component, 3> components{};
  bool has_frame = false;
};

bool read_dqt(ConstBytes body, Segments& segments) {
  for (; !body.empty(); body = body.subspan(65)) {
    if (body.size() < 65 || body[0] > 3) return false;  // 8 bits, tables 0 to 3
    std::copy_n(body.data() + 1, 64, segments.quantizers[body[0]].begin());
    segments.has_quantizer[body[0]] = true;
  }
  return true;
}

bool is_standard_huffman(ConstBytes body) {
  while (!body.empty()) {
    ConstBytes standard;
    switch (body[0]) {
      case 0x00: standard = kDcLumaHuffman; break;
      case 0x01: standard = kDcChromaHuffman; break;
      case 0x10: standard = kAcLumaHuffman; break;
      case 0x11: standard = kAcChromaHuffman; break;
      default: return false;
    }
    body = body.subspan(1);
    if (body.size() < standard.size() || !std::equal(standard.begin(), standard.end(), body.begin())) return false;
    body = body.subspan(standard.size());
  }
  return true;
}

bool read_frame(ConstBytes body, Segments& segments) {
  if (segments.has_frame || body.size() != 15 || body[0] != 8 || body[5] != 3) return false;
  segments.layout.height = read16(body.data() + 1);
  segments.layout.width = read16(body.data() + 3);
  for (std::size_t i = 0; i < 3; ++i) segments.components[i] = {body[6 + 3 * i], body[7 + 3 * i], body[8 + 3 * i]};
  segments.has_frame = true;
  return true;
}

bool is_plain_scan(ConstBytes body, const Segments& segments) {
  constexpr std::array<std::uint8_t, 3> kHuffman = {0x00, 0x11, 0x11};
  if (!segments.has_frame || body.size() != 10 || body[0] != 3) return false;
  for (std::size_t i = 0; i < 3; ++i)
    if (body[1 + 2 * i] != segments.components[i].id || body[2 + 2 * i] != kHuffman[i]) return false;
  return body[7] == 0 && body[8] == 63 && body[9] == 0;
}

bool take_segment(std::uint8_t marker, ConstBytes body, Segments& segments) {
  switch (marker) {
    case kDqt: return read_dqt(body, segments);
    case kDht: return is_standard_huffman(body);
    case kSof0: return read_frame(body, segments);
    case kSos: return is_plain_scan(body, segments);
    case kDri:
      if (body.size() != 2) return false;
      segments.layout.restart_interval = read16(body.data());
      return true;
    default: return marker >= 0xE0;  // APPn, COM; everything else is not baseline
  }
}

/// Bytes of entropy-coded data from `begin`: up to the first marker that is neither a stuffed zero nor RSTn.
std::size_t scan_length(ConstBytes jpeg, std::size_t begin) {
  const auto* const end = jpeg.data() + jpeg.size();
  for (const auto* p = jpeg.data() + begin;; p += 2) {
    p = static_cast<const std::uint8_t*>(std::memchr(p, 0xFF, static_cast<std::size_t>(end - p)));
    if (!p || end - p < 2) return static_cast<std::size_t>(end - jpeg.data()) - begin;  // cut off: decoders cope
    if (p[1] != 0 && (p[1] & 0xF8) != 0xD0) return static_cast<std::size_t>(p - jpeg.data()) - begin;
  }
}

/// Sampling, sizes and tables as RFC 2435 can say them.
bool finish(Segments& segments) {
  JpegLayout& layout = segments.layout;
  const auto& [luma, cb, cr] = segments.components;
  if (luma.sampling != 0x22 && luma.sampling != 0x21) return false;
  if (cb.sampling != 0x11 || cr.sampling != 0x11 || cb.table != cr.table || luma.table > 3 || cb.table > 3)
    return false;
  if (!segments.has_quantizer[luma.table] || !segments.has_quantizer[cb.table]) return false;
  if (layout.width < 1 || layout.height < 1 || layout.width > kMaxJpegSide || layout.height > kMaxJpegSide)
    return false;
  layout.type = static_cast<std::uint8_t>((luma.sampling == 0x22 ? 1 : 0) + (layout.restart_interval != 0 ? 64 : 0));
  layout.tables = {segments.quantizers[luma.table], segments.quantizers[cb.table]};
  return layout.scan_size > 0;
}

void write_segment(std::uint8_t*& p, std::uint8_t marker, std::size_t body) {
  write8(p, 0xFF), write8(p, marker), write16(p, static_cast<std::uint32_t>(body + 2));
}

template <typename Table>
void write_table(std::uint8_t*& p, std::uint8_t marker, std::uint8_t id, const Table& table) {
  write_segment(p, marker, 1 + table.size());
  write8(p, id);
  p = std::copy(table.begin(), table.end(), p);
}

}  // namespace

std::optional<JpegLayout> parse_jpeg(ConstBytes jpeg) {
  if (jpeg.size() < 4 || jpeg[0] != 0xFF || jpeg[1] != kSoi) return std::nullopt;
  Segments segments;
  std::size_t at = 2;
  while (jpeg.size() - at >= 4) {
    if (jpeg[at] != 0xFF) return std::nullopt;
    const std::uint8_t marker = jpeg[at + 1];
    if (marker == 0xFF) {
      ++at;
      continue;
    }  // fill byte
    const std::size_t length = read16(jpeg.data() + at + 2);
    if (length < 2 || length > jpeg.size() - at - 2) return std::nullopt;
    if (!take_segment(marker, jpeg.subspan(at + 4, length - 2), segments)) return std::nullopt;
    at += 2 + length;
    if (marker != kSos) continue;
    segments.layout.scan_begin = at;
    segments.layout.scan_size = scan_length(jpeg, at);
    return finish(segments) ? std::optional(segments.layout) : std::nullopt;
  }
  return std::nullopt;
}

std::size_t write_jpeg_headers(Bytes out, std::uint8_t type, int width, int height, const QuantTables& tables,
                               std::uint16_t restart_interval) {
  if (out.size() < kMaxJpegHeaderBytes) return 0;
  std::uint8_t* p = out.data();
  write8(p, 0xFF), write8(p, kSoi);
  write_table(p, kDqt, 0, tables.luma);
  write_table(p, kDqt, 1, tables.chroma);
  if (restart_interval != 0) write_segment(p, kDri, 2), write16(p, restart_interval);
  write_segment(p, kSof0, 15);
  write8(p, 8), write16(p, static_cast<std::uint32_t>(height)), write16(p, static_cast<std::uint32_t>(width));
  write8(p, 3);
  write8(p, 1), write8(p, (type & 1) ? 0x22 : 0x21), write8(p, 0);
  for (const std::uint8_t id : {2, 3}) write8(p, id), write8(p, 0x11), write8(p, 1);
  write_table(p, kDht, 0x00, kDcLumaHuffman);
  write_table(p, kDht, 0x10, kAcLumaHuffman);
  write_table(p, kDht, 0x01, kDcChromaHuffman);
  write_table(p, kDht, 0x11, kAcChromaHuffman);
  write_segment(p, kSos, 10);
  for (const std::uint8_t byte : {3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0}) write8(p, byte);
  return static_cast<std::size_t>(p - out.data());
}

int restart_intervals(std::uint8_t type, int width, int height, std::uint16_t restart_interval) {
  if (restart_interval == 0) return 0;
  const int rows = (type & 1) ? 16 : 8;  // pixels of an MCU's height; all are 16 wide
  const int mcus = ((width + 15) / 16) * ((height + rows - 1) / rows);
  return (mcus + restart_interval - 1) / restart_interval;
}

}  // namespace jitterscope::rtp
