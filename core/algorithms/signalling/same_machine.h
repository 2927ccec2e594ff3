#pragma once
// Whether both ends of a call read the monotonic clock of one boot of one machine: each shows the other that it knows
// the boot id, by a hash salted by both, and the id is never sent.
#include <string>
#include <string_view>

namespace jitterscope {

inline constexpr std::string_view kNonceLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
inline constexpr std::size_t kNonceSize = 8;  // two of them are the longest salt of crypt(3)
/// Half of a salt, not easily guessed.
bool is_nonce(std::string_view);

/// What only an end that knows `boot_id` can say. `who` is "caller" or "callee": nobody's proof can be said back to it.
/// Takes some milliseconds. Empty: no boot id, or no nonce.
std::string clock_proof(std::string_view who, std::string_view caller_nonce, std::string_view callee_nonce,
                        std::string_view boot_id);

}  // namespace jitterscope
