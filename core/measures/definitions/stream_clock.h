#pragma once
// What the RTP timestamps of a received stream count, and by which stamps its RFC 3550 jitter is measured.
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/events/names.h"
#include "core/measures/definitions/stream_clocks.h"

namespace jitterscope {

struct StreamClock {
  /// S of A.8: RTP timestamps, or send times on a clock of nanoseconds (a packet list), or nothing that is known.
  enum class JitterBy : std::uint8_t { kTimestamps, kSendTimes, kNothing };

  double timestamp_hz = 8000;
  JitterBy jitter_by = JitterBy::kTimestamps;
  ClockRelation send_times = ClockRelation::kSynchronised;  // in a call they are sent only while clocks agree
  std::optional<double> skew = {};  // slope of the transits that is known to be the clocks': of files (skew_verdict.h)
  std::string_view skew_by = {};    // what proves it

  double jitter_hz() const { return jitter_by == JitterBy::kTimestamps ? timestamp_hz : 1e9; }
};

/// Of a call.
constexpr StreamClock usual_clock(Medium medium) {
  return {medium == Medium::kVideo ? 90000.0 : 8000.0, StreamClock::JitterBy::kTimestamps};
}

}  // namespace jitterscope
