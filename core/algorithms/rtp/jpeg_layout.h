#pragma once
// A JPEG file seen as what RFC 2435 sends of it: size, sampling, tables and the entropy-coded scan; and back.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtp_jpeg.h"

namespace jitterscope::rtp {

struct JpegLayout {
  int width = 0, height = 0;           // pixels, at most kMaxJpegSide
  std::uint8_t type = 1;               // RFC 2435 type; 64 and 65 when restart_interval is not 0
  std::uint16_t restart_interval = 0;  // MCUs; 0 = none
  QuantTables tables;
  std::size_t scan_begin = 0, scan_size = 0;  // entropy-coded bytes in the file, without EOI
  ConstBytes scan(ConstBytes jpeg) const { return jpeg.subspan(scan_begin, scan_size); }
};

/// Reads a baseline JPEG of three components, 4:2:0 or 4:2:2, with the standard Huffman tables (or none named), as
/// libjpeg writes it. nullopt for every other file, and for one larger than RFC 2435 can say. Any thread; reads the
/// scan once.
std::optional<JpegLayout> parse_jpeg(ConstBytes jpeg);

/// The most write_jpeg_headers writes.
inline constexpr std::size_t kMaxJpegHeaderBytes = 768;

/// Writes SOI … SOS (RFC 2435 appendix B) for a scan of `type`. Width and height in pixels. `restart_interval` is
/// written when not 0. Returns bytes written; 0 when `out` is too small.
std::size_t write_jpeg_headers(Bytes out, std::uint8_t type, int width, int height, const QuantTables& tables,
                               std::uint16_t restart_interval);

/// MCUs of a picture, and from that the number of its restart intervals (0 when it has none).
int restart_intervals(std::uint8_t type, int width, int height, std::uint16_t restart_interval);

}  // namespace jitterscope::rtp
