#include "core/algorithms/signalling/same_machine.h"

#include <crypt.h>

#include <memory>

namespace jitterscope {
bool is_nonce(std::string_view text) {
  return text.size() == kNonceSize && text.find_first_not_of(kNonceLetters) == std::string_view::npos;
}

std::string clock_proof(std::string_view who, std::string_view caller_nonce, std::string_view callee_nonce,
                        std::string_view boot_id) {
  if (boot_id.empty() || !is_nonce(caller_nonce) || !is_nonce(callee_nonce)) return {};
  const std::string known = std::string(who) + ":" + std::string(boot_id);
  const std::string salt = "$5$" + std::string(caller_nonce) + std::string(callee_nonce);  // SHA-256
  const auto data = std::make_unique<crypt_data>();
  const char* hashed = crypt_r(known.c_str(), salt.c_str(), data.get());
  const std::string_view told = hashed ? hashed : "";
  return std::string(told.substr(told.rfind('$') + 1));
}

}  // namespace jitterscope
