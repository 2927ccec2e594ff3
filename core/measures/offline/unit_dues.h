#pragma once
// When the units of a stream were due, by which they belong to a span of time.
#include <cstdint>
#include <span>
#include <vector>

#include "core/measures/definitions/clock_skew.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/media_frames.h"

namespace jitterscope {

struct AnalysisOptions;

/// When a unit that came whole would have come with the reference transit of its stream, and how much later it came.
struct UnitDue {
  std::int64_t unit = 0;  // unit_key()
  Timestamp at;
  Duration lateness;
};

/// The key by which a packet belongs to a unit, the same in the stream and in each part of it. It is the number of the
/// block or frame, or, where frames have none, their RTP timestamp.
std::int64_t unit_key(const StreamInput&, std::size_t packet);
std::int64_t unit_key(const StreamInput&, const MediaFrame&);

/// Takes when the units that came whole were due from frame_transits() of the whole stream, less the skew that is
/// removed from these; in ascending order of `unit`, on the clock of `received`. Empty where neither RTP timestamps of
/// known rate nor send times tell when units were sent, and for a stream that was sent from here. O(n log n).
std::vector<UnitDue> unit_dues(const StreamInput&, const AnalysisOptions&);

/// The transits of the units of a part of a stream less the reference transit of the whole stream
/// (StreamInput::lateness), in the order of `frames`; empty where they are not known.
std::vector<TransitPoint> transits_in_whole(const StreamInput&, std::span<const MediaFrame>);

}  // namespace jitterscope
