#pragma once
// Before and after: what changed between two stretches of a stream, or of streams of two calls, and whether chance may
// have made it.
#include <optional>
#include <span>
#include <vector>

#include "core/events/kinds/peer_summary.h"
#include "core/measures/compare/stretch_figures.h"
#include "core/measures/views/comparison.h"

namespace jitterscope {

/// What the remote counted in one stretch of a stream that was sent to it, each figure with its interval.
struct ToldFigures {
  StretchFigure packet_loss, frame_loss, jitter;  // sound has no frames beside its packets: no frame loss
  double seconds = 0;                             // from the first summary to the last one
};

/// Of the summaries of the medium that came in the span (absent: any), ascending: what was lost since the last one
/// before it, and the mean of the jitter told. A summary is up to a second older than its coming (five where the way is
/// narrow). A file's first summary is where counting begins. Absent: none came. O(n), any thread.
std::optional<ToldFigures> told_figures(std::span<const PeerSummary>, Medium, const std::optional<TimeSpan>&);

/// The rows of the table. Both are received streams of one medium, and share no packets. A difference's interval is
/// made from those of its two sides (Zou and Donner 2008); that of a share lost from both together (loss_difference()).
std::vector<ComparedFigure> compare(const StretchFigures& before, const StretchFigures& after);
/// The same of a stream that was sent.
std::vector<ComparedFigure> compare(const ToldFigures& before, const ToldFigures& after);

}  // namespace jitterscope
