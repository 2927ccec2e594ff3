#pragma once
#include <cstdint>

namespace jitterscope {

/// Numbers for a report block of an RTCP RR (RFC 3550 6.4.1, A.3, A.8) about a stream we receive.
struct ReportInput {
  std::uint32_t ssrc = 0;
  double fraction_lost = 0;            // since the last report taken
  std::int32_t cumulative_lost = 0;    // duplicates count as received, as A.3 says; clamped to 24 bits
  std::uint32_t highest_sequence = 0;  // extended
  std::uint32_t jitter = 0;            // media clock units
};

}  // namespace jitterscope
