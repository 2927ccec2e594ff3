#pragma once
// Protects the packets between two ends (as SRTP does, RFC 3711). There is no seal yet that does; the path has the
// place for it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope::rtp {

/// Of the packets of one medium to and from one remote. Sealing RTP, opening RTP, and both of RTCP, are each a thread's
/// own and may happen at the same time. The SSRC stays where it is and readable. Never allocates, blocks or throws.
class PacketSeal {
 public:
  enum class Kind : std::uint8_t { kRtp, kRtcp };
  static constexpr std::size_t kMostAdded = 64;  // bytes

  virtual ~PacketSeal() = default;
  /// Head and body together, into `room`, which has room for kMostAdded bytes more. The size; 0: it cannot be sealed.
  virtual std::size_t seal(Kind, ConstBytes head, ConstBytes body, std::span<std::uint8_t> room) = 0;
  /// What was sealed, into `room`, which is as large. The size; nullopt: it is not the remote's, or was changed.
  virtual std::optional<std::size_t> open(Kind, ConstBytes sealed, std::span<std::uint8_t> room) = 0;
};

}  // namespace jitterscope::rtp
