#pragma once
// Half of the salt by which two ends show that they read one clock (core/algorithms/signalling/same_machine.h).
#include <algorithm>
#include <random>
#include <string>

#include "core/algorithms/signalling/same_machine.h"

namespace jitterscope {

/// Made anew for each call.
inline std::string make_nonce() {
  std::random_device device;
  std::uniform_int_distribution<std::size_t> letter(0, kNonceLetters.size() - 1);
  std::string nonce(kNonceSize, ' ');
  std::ranges::generate(nonce, [&] { return kNonceLetters[letter(device)]; });
  return nonce;
}

}  // namespace jitterscope
