#pragma once
// Which units of a finished stream were not played, and what that makes of the voice.
#include <optional>
#include <span>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/media_frames.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// Of frames (video) or blocks (audio) from the first to the last number seen, in their order: not played where playout
/// is known, else not come whole; then `blocks_beyond` of sound of which only the sender's reports tell.
std::optional<LossBursts> loss_bursts(const StreamInput&, std::span<const MediaFrame>, std::optional<double> period_ms,
                                      std::int64_t blocks_beyond);

/// The same where playout is assumed: not played is what is not among `played` (numbers, in any order).
std::optional<LossBursts> assumed_loss_bursts(std::vector<std::int64_t> played, std::span<const MediaFrame>,
                                              std::optional<double> period_ms, std::int64_t blocks_beyond);

/// Of a received stream of sound, by its quality point and its bursts; absent where latency or loss is.
std::optional<VoiceQuality> voice_of(const StreamReport&);

}  // namespace jitterscope
