#pragma once
// Two stretches of one call, or two calls, side by side.
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/comparison.h"

namespace jitterscope {

struct AnalysisInput;

/// Of each medium the received stream that most packets came of in the stretch, with one of the same medium, and what
/// this end sent of it, as far as the remote told what it counted; both inputs may be the same. `options` say the
/// stretch (from_s, to_s) and the clocks, others are not heeded.
Comparison compare(const AnalysisInput& before, const AnalysisOptions& of_before, const AnalysisInput& after,
                   const AnalysisOptions& of_after);

}  // namespace jitterscope
