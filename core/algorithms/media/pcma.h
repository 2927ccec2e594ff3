#pragma once
// ITU-T G.711 A-law, 16-bit linear on the other side (13-bit values of the standard, scaled by 8).
#include <cstdint>
#include <span>

namespace jitterscope {

std::int16_t pcma_decode(std::uint8_t code);
/// Element by element; the shorter span decides. No allocation, any thread.
void pcma_decode(std::span<const std::uint8_t> codes, std::span<std::int16_t> samples);

}  // namespace jitterscope
