#include "core/algorithms/media/pcma.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr std::uint8_t kEvenBits = 0x55;  // are inverted on the wire

constexpr std::int16_t expand_a_law(std::uint8_t code) {
  const int character = code ^ kEvenBits;
  const int segment = character >> 4 & 7, step = character & 15;
  const int in_first = step * 16 + 8;
  const int magnitude = segment == 0 ? in_first : (in_first + 256) << (segment - 1);
  return static_cast<std::int16_t>(character & 0x80 ? magnitude : -magnitude);
}

constexpr auto kExpandedALaw = [] {
  std::array<std::int16_t, 256> table{};
  for (int code = 0; code < 256; ++code)
    table[static_cast<std::size_t>(code)] = expand_a_law(static_cast<std::uint8_t>(code));
  return table;
}();

}  // namespace

std::int16_t pcma_decode(std::uint8_t code) {
  return kExpandedALaw[code];
}

void pcma_decode(std::span<const std::uint8_t> codes, std::span<std::int16_t> samples) {
  const std::size_t count = std::min(samples.size(), codes.size());
  for (std::size_t i = 0; i < count; ++i) samples[i] = kExpandedALaw[codes[i]];
}

}  // namespace jitterscope
