#pragma once
// Frame number and time written into the pixels, so that a picture that went through any codec, program or screen still
// says which frame it is: the measure of glass-to-glass delay. A strip along the bottom edge of the whole width, two
// rows of 64 black or white cells, each width/64 x height/48: sync 0xACE1 (16 bits), number (32), time in µs (64),
// CRC-16/CCITT of the last two; most significant bit first. Positions are relative, so scaling does not hurt.
#include <cstdint>
#include <optional>

#include "core/algorithms/media/picture_view.h"

namespace jitterscope {

struct PictureMark {
  std::int64_t number = 0;  // modulo 2^32
  Timestamp time;           // whole microseconds
  bool operator==(const PictureMark&) const = default;
};

/// Overwrites the strip. Nothing happens below 128 x 96, where the cells would be too small.
void write_mark(VideoFrame& frame, std::int64_t number, Timestamp time);
/// The mark of a whole (uncropped) picture; nullopt when there is none or it is damaged. Reads back from 640 x 480
/// through JPEG of quality >= 20 and scaling to half size.
std::optional<PictureMark> read_mark(const PictureView& picture);

}  // namespace jitterscope
