#pragma once
// The figures of a stretch of a received stream, from its history: what the panels of jitter and statistics draw.
#include "core/measures/definitions/interval_history.h"
#include "core/measures/views/measures_view.h"

namespace jitterscope {

/// By the query's window. Moments, deviations, exceedances and box plots are exact, percentiles, histograms and the CDF
/// those of bins of 0.01 ms. Of a whole call that the history no longer holds, deviations
/// and shares are those of bins, and spacings, box plots and the autocorrelation those of what is held. nullopt: no
/// interval in the stretch. O(samples of the stretch).
std::optional<MeasuresView> interval_measures(IntervalHistory&, const AnalysisQuery&, Timestamp call_began);

}  // namespace jitterscope
