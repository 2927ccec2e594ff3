#pragma once
// The rate of a captured stream's RTP clock by its sender's reports (RFC 3550 §6.4.1), which name a time on both.
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"

namespace jitterscope::trace {

struct ReportedTime {
  Timestamp wall_clock;  // the report's NTP time
  std::uint32_t rtp_timestamp = 0;
};

/// Returns by how many seconds a second RTP times fall behind the sender's wall clock, by RtpClock over the longest
/// part in which neither clock jumps. The reports are in the order of their arrival and may have any content. Absent:
/// they tell no slope. O(n log n).
std::optional<double> reported_drift(std::span<const ReportedTime>, double clock_rate_hz);

}  // namespace jitterscope::trace
