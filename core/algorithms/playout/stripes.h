#pragma once
// The picture that stays where a stripe is missing (crowcroft92 §4): a scan with missing restart intervals is filled up
// with those of the frame before. Intervals decode independently of each other; only the numbers of their RSTn follow
// the place.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/algorithms/rtp/rtp_jpeg.h"

namespace jitterscope {

/// A received block of a frame: bytes [offset, offset + length) of the scan. The rest is its RFC 2435 restart header.
struct Piece {
  std::uint32_t offset = 0, length = 0;
  std::uint16_t count = 0;  // index of the first restart interval of its chunk
  bool first = true, last = true;
};

/// Size, type and Q of a frame: what two frames must share for their intervals to be exchanged.
struct PictureShape {
  std::uint8_t type = 0, q = 0, width8 = 0, height8 = 0;
  std::uint16_t restart_interval = 0;
  bool operator==(const PictureShape&) const = default;
};

/// Allocates only when made.
class Stripes {
 public:
  explicit Stripes(std::size_t max_frame_bytes);
  /// Copies a finished scan; pictures without restart intervals are forgotten.
  void remember(const PictureShape& shape, const rtp::QuantTables& tables, std::span<const std::uint8_t> scan);
  void forget() { size_ = 0; }
  /// Tables of the remembered picture, if it has this shape.
  const rtp::QuantTables* tables(const PictureShape& shape) const;
  /// Writes to `out` the scan that the chunks in `pieces` (by offset, without overlaps) and the remembered picture make
  /// together. Returns its size; nullopt when an interval is in neither, or `out` is too small.
  std::optional<std::size_t> patch(const PictureShape& shape, std::span<const Piece> pieces, const std::uint8_t* scan,
                                   std::span<std::uint8_t> out);

 private:
  using Interval = std::span<const std::uint8_t>;
  bool index(std::span<const std::uint8_t> bytes, std::size_t first);
  std::unique_ptr<std::uint8_t[]> scan_;
  std::size_t capacity_, size_ = 0;
  PictureShape shape_;
  rtp::QuantTables tables_;
  std::vector<Interval> intervals_;
};

}  // namespace jitterscope
