#include "core/algorithms/media/pcmu.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr int kBias = 132;  // 33 of G.711's 14-bit scale
constexpr int kClip = 32635;

constexpr std::int16_t expand(std::uint8_t code) {
  const int inverted = code ^ 0xFF;
  const int segment = inverted >> 4 & 7, step = inverted & 15;
  const int magnitude = ((step * 8 + kBias) << segment) - kBias;
  return static_cast<std::int16_t>(inverted & 0x80 ? -magnitude : magnitude);
}

constexpr std::uint8_t compress(int sample) {
  const int sign = sample < 0 ? 0x80 : 0;
  const int magnitude = std::min(sample < 0 ? -sample : sample, kClip) + kBias;
  int segment = 7;
  while (segment > 0 && !(magnitude >> (segment + 7))) --segment;
  return static_cast<std::uint8_t>(~(sign | segment << 4 | (magnitude >> (segment + 3) & 15)));
}

constexpr auto kExpanded = [] {
  std::array<std::int16_t, 256> table{};
  for (int code = 0; code < 256; ++code)
    table[static_cast<std::size_t>(code)] = expand(static_cast<std::uint8_t>(code));
  return table;
}();

}  // namespace

std::uint8_t pcmu_encode(std::int16_t sample) {
  return compress(sample);
}

std::int16_t pcmu_decode(std::uint8_t code) {
  return kExpanded[code];
}

void pcmu_encode(std::span<const std::int16_t> samples, std::span<std::uint8_t> codes) {
  const std::size_t count = std::min(samples.size(), codes.size());
  for (std::size_t i = 0; i < count; ++i) codes[i] = compress(samples[i]);
}

void pcmu_decode(std::span<const std::uint8_t> codes, std::span<std::int16_t> samples) {
  const std::size_t count = std::min(samples.size(), codes.size());
  for (std::size_t i = 0; i < count; ++i) samples[i] = kExpanded[codes[i]];
}

}  // namespace jitterscope
