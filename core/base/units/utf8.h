#pragma once
// UTF-8, character by character: what came from outside may be anything.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jitterscope {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  // 0: not UTF-8 here
};

/// The first of `text`, which is not empty.
inline CodePoint decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = (first & 0xE0) == 0xC0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : (first & 0xF8) == 0xF0 ? 4 : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t value = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kShortest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kShortest[length] || value > 0x10FFFF || surrogate) return {};
  return {value, length};
}

/// Control characters, line separators, marks that turn the direction of the text around them, and what has no width:
/// spaces and joiners of none, the byte order mark, tag characters.
inline bool is_unprintable(std::uint32_t c) {
  const auto within = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  return c < 0x20 || within(0x7F, 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E || within(0x200B, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2060, 0x206F) || c == 0xFEFF || within(0xFFF9, 0xFFFB) ||
         within(0xE0000, 0xE007F);
}

/// Printed, but nothing is seen of it alone: spaces, fillers, variation selectors.
inline bool is_blank(std::uint32_t c) {
  const auto within = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  return c == 0x20 || c == 0xA0 || c == 0x34F || within(0x115F, 0x1160) || c == 0x1680 || within(0x17B4, 0x17B5) ||
         within(0x2000, 0x200A) || c == 0x202F || c == 0x205F || c == 0x2800 || c == 0x3000 || c == 0x3164 ||
         within(0xFE00, 0xFE0F) || c == 0xFFA0 || within(0xE0100, 0xE01EF);
}

}  // namespace jitterscope
