#pragma once
// Counters that wrap on the wire, extended to 64 bits (RFC 3550 A.1's idea, for any width).
#include <cstdint>
#include <optional>
#include <type_traits>

namespace jitterscope {

/// Extends wrapped counters of type Wire (uint16_t, uint32_t). The first value extends to itself; each further one to
/// the extended value nearest to the highest seen so far. Not thread-safe.
template <typename Wire>
class Unwrapper {
 public:
  std::int64_t unwrap(Wire value) {
    const std::int64_t extended = peek(value);
    if (!highest_ || extended > *highest_) highest_ = extended;
    return extended;
  }
  /// What `value` would extend to, without taking it as seen.
  std::int64_t peek(Wire value) const {
    if (!highest_) return value;
    using Signed = std::make_signed_t<Wire>;
    const auto step = static_cast<Signed>(static_cast<Wire>(value - static_cast<Wire>(*highest_)));
    return *highest_ + step;
  }

 private:
  std::optional<std::int64_t> highest_;
};

using SequenceUnwrapper = Unwrapper<std::uint16_t>;
using RtpTimeUnwrapper = Unwrapper<std::uint32_t>;

}  // namespace jitterscope
