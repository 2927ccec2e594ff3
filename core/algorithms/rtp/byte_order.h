#pragma once
// Network byte order, without assumptions about alignment. The caller has checked the length.
#include <cstdint>

namespace jitterscope::rtp {

inline std::uint16_t read16(const std::uint8_t* p) {
  return static_cast<std::uint16_t>(p[0] << 8 | p[1]);
}
inline std::uint32_t read24(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) << 16 | read16(p + 1);
}
inline std::uint32_t read32(const std::uint8_t* p) {
  return static_cast<std::uint32_t>(p[0]) << 24 | read24(p + 1);
}
inline std::uint64_t read64(const std::uint8_t* p) {
  return static_cast<std::uint64_t>(read32(p)) << 32 | read32(p + 4);
}

inline void write8(std::uint8_t*& p, std::uint32_t value) {
  *p++ = static_cast<std::uint8_t>(value);
}
inline void write16(std::uint8_t*& p, std::uint32_t value) {
  write8(p, value >> 8), write8(p, value);
}
inline void write24(std::uint8_t*& p, std::uint32_t value) {
  write8(p, value >> 16), write16(p, value);
}
inline void write32(std::uint8_t*& p, std::uint32_t value) {
  write16(p, value >> 16), write16(p, value);
}
inline void write64(std::uint8_t*& p, std::uint64_t value) {
  write32(p, static_cast<std::uint32_t>(value >> 32)), write32(p, static_cast<std::uint32_t>(value));
}

}  // namespace jitterscope::rtp
