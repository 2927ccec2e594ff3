#pragma once
// Which units of a received stream were due in a stretch of time, as units_within() of stream_span.h says it.
#include <cstdint>

#include "core/measures/offline/stream_analysis.h"

namespace jitterscope {

/// Their numbers are ranges, empty when none of them came.
struct StretchUnits {
  std::int64_t first_packet = 1, last_packet = 0;  // sequence numbers
  std::int64_t first = 1, last = 0;                // unit_key(); of StreamEvents the numbers of its frames
  std::int64_t packets_around = 0;            // that were due in the stretch before the first or after the last one
  Timestamp came = Timestamp::ns(INT64_MIN);  // the last packet of them, first copies alone

  bool has_packet(std::int64_t sequence) const { return sequence >= first_packet && sequence <= last_packet; }
  bool has(std::int64_t unit) const { return unit >= first && unit <= last; }
};

/// `stream`: all of it, or so much that its reference transit is known. O(n log n).
StretchUnits stretch_units(const StreamInput& stream, const TimeSpan& span, const AnalysisOptions& options);

}  // namespace jitterscope
