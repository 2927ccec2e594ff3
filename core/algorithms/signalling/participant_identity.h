#pragma once
// A participant's identity: random, the same towards all in a call and in all its traces, so that the traces of several
// ends can be put together. It tells nothing of person or machine.
#include <algorithm>
#include <string_view>

namespace jitterscope {

inline constexpr std::size_t kIdentitySize = 32;  // hexadecimal digits, small letters
inline bool is_identity(std::string_view text) {
  return text.size() == kIdentitySize && std::ranges::all_of(text, [](char letter) {
           return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
         });
}

}  // namespace jitterscope
