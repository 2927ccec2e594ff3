#pragma once
// What the remote counted in one stretch of a stream that was sent to it, each figure with its interval.
#include <array>
#include <optional>
#include <span>

#include "core/events/kinds/peer_summary.h"
#include "core/measures/compare/stretch_figures.h"

namespace jitterscope {

/// In the order of the table. Sound has no frames beside its packets: its frame loss has no value.
enum class ToldFigureKind : std::uint8_t { kPacketLoss, kFrameLoss, kJitter };
inline constexpr std::size_t kToldFigures = 3;
using ToldFigures = std::array<StretchFigure, kToldFigures>;

/// Of the summaries of the medium that came in the span (absent: any), ascending: what was lost since the last one
/// before it, and the mean of the jitter told. A summary is up to a second older than its coming (five where the way is
/// narrow). Absent: none came. O(n), any thread.
std::optional<ToldFigures> told_figures(std::span<const PeerSummary>, Medium, const std::optional<TimeSpan>&);

}  // namespace jitterscope
