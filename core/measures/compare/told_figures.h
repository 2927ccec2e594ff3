#pragma once
// What the remote counted in one stretch of a stream that was sent to it, each figure with its interval.
#include <optional>
#include <span>

#include "core/events/kinds/peer_summary.h"
#include "core/measures/compare/stretch_figures.h"

namespace jitterscope {

struct ToldFigures {
  StretchFigure packet_loss, frame_loss, jitter;  // sound has no frames beside its packets: no frame loss
};

/// Of the summaries of the medium that came in the span (absent: any), ascending: what was lost since the last one
/// before it, and the mean of the jitter told. A summary is up to a second older than its coming (five where the way is
/// narrow). A file's first summary is where counting begins. Absent: none came. O(n), any thread.
std::optional<ToldFigures> told_figures(std::span<const PeerSummary>, Medium, const std::optional<TimeSpan>&);

}  // namespace jitterscope
