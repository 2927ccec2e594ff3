#pragma once
// SenderTimes as compact rows: [frame, block, capture, encode, shaper, waiting, socket | null, queue | null], whole µs.
#include <vector>

#include "core/algorithms/signalling/json_fields.h"
#include "core/events/kinds/sender_times.h"

namespace jitterscope {

/// {"medium", "ssrc", "times"} of the first's medium and stream; at most kMostSenderTimes. Each boundary between parts
/// is rounded, not each part, so that sums stay within half a microsecond. What a reader would refuse is left out.
Json write_times(const std::vector<SenderTimes>&);
/// At most kMostSenderTimes rows, each part at most ten minutes.
std::vector<SenderTimes> read_times(JsonFields&);

}  // namespace jitterscope
