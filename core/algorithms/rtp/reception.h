#pragma once
// What a receiver keeps of one stream's sequence numbers: extension, duplicates, jumps (RFC 3550 A.1).
#include <bitset>
#include <cstdint>
#include <optional>

namespace jitterscope::rtp {

/// One SSRC. No allocation. Receive thread.
class Reception {
 public:
  struct Arrival {
    std::int64_t sequence = 0;  // extended
    bool duplicate = false;     // seen before
    bool restarted = false;     // the sender jumped: counting began anew; whoever keeps state by sequence should too
  };
  /// nullopt: a jump of more than 3000 ahead or 100 behind (RejectReason::kSequenceJump), until two packets in a row
  /// agree. `of_the_past`: its send time says that it was long under way, so one behind is no jump; where it is further
  /// behind than duplicates are known it counts as none.
  std::optional<Arrival> accept(std::uint16_t sequence, bool of_the_past = false);

 private:
  static constexpr std::int64_t kWindow = 2048;
  void restart(std::uint16_t sequence);
  Arrival arrived(std::int64_t sequence);
  std::bitset<kWindow> seen_;          // by sequence modulo kWindow, for (highest − kWindow, highest]
  std::int64_t highest_ = -1;          // before the first packet
  std::optional<std::uint16_t> jump_;  // the sequence that would confirm a jump
};

}  // namespace jitterscope::rtp
