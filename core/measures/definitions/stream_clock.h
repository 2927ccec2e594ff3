#pragma once
// Which clocks stamp a stream's departures and arrivals, and how they stand to each other: whether its one-way delays
// are known, and whether a drift of them can be a clock's. What its RTP timestamps count, and whether somebody says
// that it is sent.
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/events/names.h"

namespace jitterscope {

/// Of the clock of the send times (without send times: of the RTP timestamps) to that of the receive times.
enum class ClockRelation : std::uint8_t {
  kUnknown,       // two clocks: any offset, any skew; the delays are unknown, what they vary by is not
  kCommon,        // one clock stamps both, or whoever has the file says so
  kSynchronised,  // two clocks, known to agree to within a bound: StreamInput::delay_uncertainty_ms
};

/// Where both are two clocks, a number names one clock in all streams of an AnalysisInput; absent = a clock that no
/// other stream shows.
struct StreamClocks {
  ClockRelation relation = ClockRelation::kUnknown;
  std::optional<int> sender = {};    // stamps the departures
  std::optional<int> receiver = {};  // stamps the arrivals
  bool leaves_here = false;          // captured where it leaves: nothing can queue between the two stamps
};

/// Of a received stream: what its RTP timestamps count, and by which stamps its RFC 3550 jitter is measured.
struct StreamClock {
  /// S of A.8: RTP timestamps, or send times on a clock of nanoseconds (a packet list, whose events have for timestamps
  /// the numbers of their units at the mean period, in ns), or nothing that is known.
  enum class JitterBy : std::uint8_t { kTimestamps, kSendTimes, kNothing };

  double timestamp_hz = 8000;
  JitterBy jitter_by = JitterBy::kTimestamps;
  ClockRelation send_times = ClockRelation::kSynchronised;  // in a call they are sent only while clocks agree
  std::optional<double> skew = {};  // slope of the transits that is known to be the clocks': of files (skew_verdict.h)
  std::string_view skew_by = {};    // what proves it
  bool announced = true;  // by a control connection, which also says when the medium ends; false: of a capture or list

  double jitter_hz() const { return jitter_by == JitterBy::kTimestamps ? timestamp_hz : 1e9; }
};

/// Of a call.
constexpr StreamClock usual_clock(Medium medium) {
  return {medium == Medium::kVideo ? 90000.0 : 8000.0, StreamClock::JitterBy::kTimestamps};
}

}  // namespace jitterscope
