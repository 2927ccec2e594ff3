#include "core/algorithms/media/picture_mark.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace jitterscope {
namespace {

constexpr int kColumns = 64, kRows = 2, kBits = kColumns * kRows, kRowsInPicture = 48;
constexpr std::uint16_t kSync = 0xACE1;
constexpr int kSyncBits = 16, kBlack = 16, kWhite = 235;

using Bits = std::array<bool, kBits>;

struct Cell {
  int left, top, right, bottom;
};

Cell cell_of(int bit, int width, int height) {
  const int column = bit % kColumns, row = kRowsInPicture - kRows + bit / kColumns;
  return {column * width / kColumns, row * height / kRowsInPicture, (column + 1) * width / kColumns,
          (row + 1) * height / kRowsInPicture};
}

std::uint16_t crc_of(std::uint32_t number, std::uint64_t time) {  // CRC-16/CCITT-FALSE, most significant byte first
  std::uint16_t crc = 0xFFFF;
  const auto take = [&crc](std::uint64_t value, int bytes) {
    while (bytes-- > 0) {
      crc = static_cast<std::uint16_t>(crc ^ (value >> (8 * bytes) & 0xFF) << 8);
      for (int i = 0; i < 8; ++i) crc = static_cast<std::uint16_t>(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
  };
  take(number, 4);
  take(time, 8);
  return crc;
}

void put(Bits& bits, std::size_t at, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bits[at + i] = value >> (count - 1 - i) & 1;
}

std::uint64_t get(const Bits& bits, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 1 | bits[at + i];
  return value;
}

void paint(VideoFrame& frame, const Cell& cell, int luma) {
  const bool planar = frame.format() == PixelFormat::kI420;
  const int bytes = planar ? 1 : 4;
  const auto fill = [&frame](int plane, int left, int right, int top, int bottom, int value) {
    for (int y = top; y < bottom; ++y) {
      auto* row = frame.plane(plane) + y * frame.stride(plane);
      std::fill(row + left, row + right, static_cast<std::uint8_t>(value));
    }
  };
  fill(0, cell.left * bytes, cell.right * bytes, cell.top, cell.bottom, luma);
  if (!planar) return;
  for (int plane = 1; plane <= 2; ++plane)
    fill(plane, cell.left / 2, (cell.right + 1) / 2, cell.top / 2, (cell.bottom + 1) / 2, 128);
}

/// Mean of the middle of a cell, where ringing and blur from its neighbours are least. Green stands for luma.
double brightness(const PictureView& picture, const Cell& cell) {
  const int margin_x = (cell.right - cell.left) / 4, margin_y = (cell.bottom - cell.top) / 4;
  const int step = picture.format == PixelFormat::kI420 ? 1 : 4, offset = step == 4 ? 1 : 0;
  double sum = 0;
  int count = 0;
  for (int y = cell.top + margin_y; y < std::max(cell.bottom - margin_y, cell.top + margin_y + 1); ++y)
    for (int x = cell.left + margin_x; x < std::max(cell.right - margin_x, cell.left + margin_x + 1); ++x, ++count)
      sum += picture.planes[0][y * picture.strides[0] + x * step + offset];
  return sum / std::max(count, 1);
}

bool large_enough(int width, int height) {
  return width >= 2 * kColumns && height >= 2 * kRowsInPicture;
}

}  // namespace

void write_mark(VideoFrame& frame, std::int64_t number, Timestamp time) {
  if (!large_enough(frame.width(), frame.height())) return;
  const auto low = static_cast<std::uint32_t>(number);
  const auto us = static_cast<std::uint64_t>(time.ns() / 1000);
  Bits bits{};
  put(bits, 0, kSync, kSyncBits);
  put(bits, 16, low, 32);
  put(bits, 48, us, 64);
  put(bits, 112, crc_of(low, us), 16);
  for (int i = 0; i < kBits; ++i)
    paint(frame, cell_of(i, frame.width(), frame.height()), bits[static_cast<std::size_t>(i)] ? kWhite : kBlack);
}

std::optional<PictureMark> read_mark(const PictureView& picture) {
  if (!large_enough(picture.width, picture.height)) return std::nullopt;
  std::array<double, kBits> light{};
  for (int i = 0; i < kBits; ++i)
    light[static_cast<std::size_t>(i)] = brightness(picture, cell_of(i, picture.width, picture.height));
  double sums[2] = {0, 0};
  for (int i = 0; i < kSyncBits; ++i) sums[kSync >> (kSyncBits - 1 - i) & 1] += light[static_cast<std::size_t>(i)];
  const double black = sums[0] / 8, white = sums[1] / 8;  // the sync word has eight of each
  constexpr double kLeastContrast = 40;
  if (white - black < kLeastContrast) return std::nullopt;
  Bits bits{};
  for (std::size_t i = 0; i < kBits; ++i) bits[i] = light[i] > (black + white) / 2;
  const auto number = static_cast<std::uint32_t>(get(bits, 16, 32));
  const std::uint64_t us = get(bits, 48, 64);
  if (get(bits, 0, kSyncBits) != kSync || get(bits, 112, 16) != crc_of(number, us)) return std::nullopt;
  return PictureMark{number, Timestamp::ns(static_cast<std::int64_t>(us * 1000))};
}

}  // namespace jitterscope
