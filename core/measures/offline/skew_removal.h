#pragma once
// Skew taken out of a finished stream's figures, or shown beside them.
#include <span>

#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/skew_verdict.h"
#include "core/measures/offline/stream_analysis.h"

namespace jitterscope {

/// The clocks of a stream, as `options` or else the stream says.
StreamClocks clocks_of(const StreamInput&, const AnalysisOptions&);
/// On the stream's frames or blocks: AnalysisOptions::skew where other streams had a say, else by this stream alone.
SkewVerdict skew_verdict(std::span<const MediaFrame>, const StreamInput&, const AnalysisOptions&);
StreamSkew stream_skew(std::span<const MediaFrame>, const StreamInput&, const AnalysisOptions&);
/// Long enough, between clocks of which nothing is known.
bool may_have_skew(const StreamInput&, const AnalysisOptions&);
/// Whether one stream may prove another one's skew.
bool may_prove_skew(const std::vector<StreamInput>&, const AnalysisOptions&);

/// Delays and PDV of the distinct packets, less what a skew of that slope added since the first. What is absent stays
/// so.
void correct_delays(const StreamInput&, double slope, std::optional<DelayReport>&, std::optional<PdvReport>&);

/// Both sets of figures of a skew that is not removed. `measured` has delay, PDV and curve as they are.
SkewCandidate skew_candidate(const StreamInput&, double slope, const StreamReport& measured,
                             const CompensationReport& corrected);

/// Why skew was not removed though asked for, of a stream of which it was not.
std::string refusal(const StreamInput&, const AnalysisOptions&);

}  // namespace jitterscope
