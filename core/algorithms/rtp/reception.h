#pragma once
// What a receiver keeps of one stream's sequence numbers: extension, duplicates, jumps (RFC 3550 A.1), loss (A.3).
#include <bitset>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtcp.h"

namespace jitterscope::rtp {

/// One SSRC. No allocation. Receive thread (report_block there too, or hand the numbers over by a ring).
class Reception {
 public:
  struct Arrival {
    std::int64_t sequence = 0;  // extended
    bool duplicate = false;     // seen before
    bool restarted = false;     // the sender jumped: counting began anew; whoever keeps state by sequence should too
  };
  /// nullopt: a jump of more than 3000 ahead or 100 behind (RejectReason::kSequenceJump), until two packets in a row
  /// agree.
  std::optional<Arrival> accept(std::uint16_t sequence);

  std::int64_t received() const { return received_; }  // distinct packets
  std::int64_t expected() const;                       // highest − lowest extended + 1; 0 before the first
  std::int64_t duplicates() const { return duplicates_; }

  /// RFC 3550 A.3. fraction_lost covers the time since the last call. Lost is expected − distinct received. jitter in
  /// media clock units. LSR and DLSR are the caller's to fill in.
  ReportBlock report_block(std::uint32_t ssrc, std::uint32_t jitter);

 private:
  static constexpr std::int64_t kWindow = 2048;
  void restart(std::uint16_t sequence);
  Arrival arrived(std::int64_t sequence);
  std::bitset<kWindow> seen_;  // by sequence modulo kWindow, for (highest − kWindow, highest]
  std::int64_t highest_ = -1, lowest_ = 0;
  std::int64_t received_ = 0, duplicates_ = 0;
  std::int64_t expected_before_ = 0, received_before_ = 0;  // at the last report
  std::optional<std::uint16_t> jump_;                       // the sequence that would confirm a jump
};

}  // namespace jitterscope::rtp
