#pragma once
// What the RTP timestamps of a received stream count, and by which stamps its RFC 3550 jitter is measured.
#include <cstdint>

#include "core/events/names.h"

namespace jitterscope {

struct StreamClock {
  /// S of A.8: RTP timestamps, or send times on a clock of nanoseconds (a packet list), or nothing that is known.
  enum class JitterBy : std::uint8_t { kTimestamps, kSendTimes, kNothing };

  double timestamp_hz = 8000;
  JitterBy jitter_by = JitterBy::kTimestamps;

  double jitter_hz() const { return jitter_by == JitterBy::kTimestamps ? timestamp_hz : 1e9; }
};

/// Of a call.
constexpr StreamClock usual_clock(Medium medium) {
  return {medium == Medium::kVideo ? 90000.0 : 8000.0, StreamClock::JitterBy::kTimestamps};
}

}  // namespace jitterscope
