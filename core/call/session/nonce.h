#pragma once
// Random words of the set-up: half of the salt by which two ends show that they read one clock
// (core/algorithms/signalling/same_machine.h), and a participant's identity.
#include <algorithm>
#include <random>
#include <string>

#include "core/algorithms/signalling/participant_identity.h"
#include "core/algorithms/signalling/same_machine.h"

namespace jitterscope {

inline std::string random_word(std::string_view letters, std::size_t size) {
  std::random_device device;
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
  std::string word(size, ' ');
  std::ranges::generate(word, [&] { return letters[letter(device)]; });
  return word;
}
/// Made anew for each call.
inline std::string make_nonce() {
  return random_word(kNonceLetters, kNonceSize);
}
inline std::string make_identity() {
  return random_word("0123456789abcdef", kIdentitySize);
}

}  // namespace jitterscope
