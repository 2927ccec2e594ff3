#pragma once
// ITU-T G.711 µ-law, 16-bit linear on the other side (14-bit values of the standard, scaled by 4).
#include <cstdint>
#include <span>

namespace jitterscope {

std::uint8_t pcmu_encode(std::int16_t sample);
std::int16_t pcmu_decode(std::uint8_t code);
/// Element by element; the shorter span decides. No allocation, any thread.
void pcmu_encode(std::span<const std::int16_t> samples, std::span<std::uint8_t> codes);
void pcmu_decode(std::span<const std::uint8_t> codes, std::span<std::int16_t> samples);

}  // namespace jitterscope
