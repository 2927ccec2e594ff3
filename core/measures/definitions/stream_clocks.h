#pragma once
// Which clocks stamp a stream's departures and arrivals, and how they stand to each other: whether its one-way delays
// are known, and whether a drift of them can be a clock's.
#include <cstdint>
#include <optional>

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

}  // namespace jitterscope
