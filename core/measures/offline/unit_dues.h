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

/// By what a packet belongs to a unit and a unit is known in the stream and in each part of it: the number of the block
/// or frame; where frames have none, their RTP timestamp.
std::int64_t unit_key(const StreamInput&, std::size_t packet);
std::int64_t unit_key(const StreamInput&, const MediaFrame&);

/// Of the units that came whole, in ascending order of `unit`, on the clock of `received`: by frame_transits() of the
/// whole stream, less the skew that is removed from them. Empty where neither RTP timestamps of known rate nor send
/// times tell when they were sent, and of a stream that was sent from here. O(n log n).
std::vector<UnitDue> unit_dues(const StreamInput&, const AnalysisOptions&);

/// Of a part of a stream: the transits of its units less the reference transit of the whole stream
/// (StreamInput::lateness), in the order of `frames`; empty where they are not known.
std::vector<TransitPoint> transits_in_whole(const StreamInput&, std::span<const MediaFrame>);

}  // namespace jitterscope
