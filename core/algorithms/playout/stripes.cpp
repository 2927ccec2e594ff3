#include "core/algorithms/playout/stripes.h"

#include <algorithm>

#include "core/algorithms/rtp/jpeg_layout.h"

namespace jitterscope {

Stripes::Stripes(std::size_t max_frame_bytes) : scan_(new std::uint8_t[max_frame_bytes]), capacity_(max_frame_bytes) {
  intervals_.reserve(rtp::kWholeFrame);
}

void Stripes::remember(const PictureShape& shape, const rtp::QuantTables& tables, std::span<const std::uint8_t> scan) {
  forget();
  if (shape.restart_interval == 0 || scan.size() > capacity_) return;
  shape_ = shape;
  tables_ = tables;
  size_ = scan.size();
  std::copy(scan.begin(), scan.end(), scan_.get());
}

const rtp::QuantTables* Stripes::tables(const PictureShape& shape) const {
  return size_ != 0 && shape == shape_ ? &tables_ : nullptr;
}

/// Takes the intervals in `bytes`, without their RSTn, as number `first` and following. False when there are too many.
bool Stripes::index(std::span<const std::uint8_t> bytes, std::size_t first) {
  const auto* begin = bytes.data();
  const auto* const end = begin + bytes.size();
  for (const auto* p = begin; begin < end; p += 2) {
    p = std::find(p, end, std::uint8_t{0xFF});
    const bool cut = end - p < 2;
    if (!cut && (p[1] & 0xF8) != 0xD0) continue;
    if (first >= intervals_.size()) return false;
    intervals_[first++] = {begin, cut ? end : p};
    if (cut) break;
    begin = p + 2;
  }
  return true;
}

std::optional<std::size_t> Stripes::patch(const PictureShape& shape, std::span<const Piece> pieces,
                                          const std::uint8_t* scan, std::span<std::uint8_t> out) {
  if (!tables(shape)) return std::nullopt;
  const int expected = rtp::restart_intervals(shape.type, shape.width8 * 8, shape.height8 * 8, shape.restart_interval);
  if (expected >= rtp::kWholeFrame) return std::nullopt;
  intervals_.assign(static_cast<std::size_t>(expected), Interval{});
  if (!index({scan_.get(), size_}, 0)) return std::nullopt;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].first) continue;
    std::size_t j = i;  // last piece of the chunk that piece i begins
    while (!pieces[j].last && j + 1 < pieces.size() && !pieces[j + 1].first && pieces[j + 1].count == pieces[i].count &&
           pieces[j + 1].offset == pieces[j].offset + pieces[j].length)
      ++j;
    if (!pieces[j].last) continue;
    const std::size_t length = pieces[j].offset + pieces[j].length - pieces[i].offset;
    if (!index({scan + pieces[i].offset, length}, pieces[i].count)) return std::nullopt;
  }
  std::size_t size = 0;
  for (std::size_t i = 0; i < intervals_.size(); ++i) {
    if (intervals_[i].empty() || out.size() - size < intervals_[i].size() + 2) return std::nullopt;
    std::copy(intervals_[i].begin(), intervals_[i].end(), out.data() + size);
    size += intervals_[i].size();
    if (i + 1 == intervals_.size()) break;
    out[size++] = 0xFF;
    out[size++] = static_cast<std::uint8_t>(0xD0 + i % 8);
  }
  return size;
}

}  // namespace jitterscope
