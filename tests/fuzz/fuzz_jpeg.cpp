// JPEG files: as RFC 2435 sends them, decoded, and as the picture of a call; and the mark in a picture's pixels.
#include <algorithm>
#include <array>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/algorithms/media/picture_mark.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/call/capture/still_source.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/rtp/jpeg_files.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

namespace {

void read_layout(ConstBytes data) {
  const auto layout = parse_jpeg(data);
  if (!layout) return;
  require(layout->scan_begin + layout->scan_size <= data.size(), "the scan lies in the file");
  require(layout->width <= kMaxJpegSide && layout->height <= kMaxJpegSide, "a size that RFC 2435 can say");
  std::vector<Fragment> fragments;
  if (!fragment_scan(*layout, layout->scan(data), 100, fragments)) return;
  std::size_t at = 0;
  for (const Fragment& fragment : fragments) {
    require(fragment.offset == at, "fragments without gaps");
    at += fragment.length;
  }
  require(at == layout->scan_size, "fragments cover the scan");
}

void decode(ConstBytes data, PixelFormat format) {
  static JpegDecoder decoder;  // a damaged file must not spoil the next one
  VideoFrame frame;
  if (!decoder.decode(data, frame, format)) return;
  require(frame.width() > 0 && frame.width() <= kMaxJpegSide && frame.height() <= kMaxJpegSide, "a size within limits");
  read_mark(frame);
}

/// As core/call/capture/file_video_source.cpp opens one.
void send_still(ConstBytes data) {
  static JpegDecoder decoder;
  VideoFrame picture, sent;
  if (!decoder.decode(data, picture, PixelFormat::kI420)) return;
  const auto still = StillSource::make(picture, 1);
  if (!still) return;
  require(still->fetch(1, {}, sent), "a still has a picture");
  require(sent.width() % 8 == 0 && sent.height() % 8 == 0, "whole blocks");
  require(sent.width() > 0 && sent.width() <= kMaxJpegSide && sent.height() <= kMaxJpegSide,
          "a size that RFC 2435 can say");
}

/// As a decoder would give it, pixel for pixel.
void read_pixels(ConstBytes data) {
  constexpr int kWidth = 128, kHeight = 96;
  VideoFrame frame;
  frame.prepare(PixelFormat::kI420, kWidth, kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const bool white = !data.empty() && (data[static_cast<std::size_t>(i / 8) % data.size()] >> i % 8 & 1);
    frame.plane(0)[i / kWidth * frame.stride(0) + i % kWidth] = white ? 235 : 16;
  }
  read_mark(frame);
}

/// Two pixels less in height and width, which are the same blocks.
FuzzInput trimmed(FuzzInput jpeg) {
  constexpr std::array<std::uint8_t, 2> kFrameHeader{0xFF,
                                                     0xC0};  // marker, length (2), precision, height (2), width (2)
  const auto frame = std::search(jpeg.begin(), jpeg.end(), kFrameHeader.begin(), kFrameHeader.end());
  require(jpeg.end() - frame > 8, "a baseline file");
  for (const int low : {6, 8}) frame[low] = static_cast<std::uint8_t>(frame[low] - 2);
  return jpeg;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const ConstBytes file = input.rest();
  if (choice % 4 == 3) return read_pixels(file), 0;
  read_layout(file);
  if (choice & 4) return send_still(file), 0;
  decode(file, choice & 1 ? PixelFormat::kI420 : PixelFormat::kBgrx);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const char* name : {"small_420", "small_422", "small_420_restart", "small_422_restart", "small_optimized"})
    for (const std::uint8_t choice : {0, 1, 4})
      seeds.push_back(tagged({choice}, jpeg_file(std::string(name) + ".jpg")));
  seeds.push_back(tagged({4}, trimmed(jpeg_file("small_420.jpg"))));
  seeds.push_back({3, 0xFF, 0, 0x12});
  return seeds;
}
