#pragma once
// Text that needs no allocation: inside events, and where a real-time thread has something to say.
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace jitterscope {

/// Text of at most N bytes in a fixed place; longer text is cut.
template <std::size_t N>
struct ShortText {
  std::array<char, N> bytes{};
  ShortText() = default;
  ShortText(std::string_view text) { text.copy(bytes.data(), N); }
  std::string_view view() const {
    const void* end = std::memchr(bytes.data(), 0, N);
    return {bytes.data(), end ? static_cast<std::size_t>(static_cast<const char*>(end) - bytes.data()) : N};
  }
  bool operator==(const ShortText&) const = default;
};

}  // namespace jitterscope
