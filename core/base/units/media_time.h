#pragma once
// RTP timestamps as durations.
#include "core/base/units/time.h"

namespace jitterscope {

/// `rtp_timestamp` (extended, 1/clock_hz s) since timestamp 0; rounded towards 0 to 1 ns. Exact within ±292 years.
constexpr Duration media_time(std::int64_t rtp_timestamp, std::int64_t clock_hz) {
  const std::int64_t seconds = rtp_timestamp / clock_hz, rest = rtp_timestamp % clock_hz;
  return Duration::seconds(seconds) + Duration::seconds(rest) / clock_hz;
}

}  // namespace jitterscope
