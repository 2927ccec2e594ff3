#pragma once
// The figures of a stretch of a received stream, from its history: what the panels of jitter and statistics draw.
#include <memory>
#include <optional>

#include "core/measures/tracks/table/kept_answers.h"
#include "core/measures/views/measures_view.h"

namespace jitterscope {

/// By the query's window. Moments, deviations, exceedances and box plots are exact, percentiles, histograms and the CDF
/// those of bins of 0.01 ms. Of a whole call that the history no longer holds, deviations
/// and shares are those of bins, and spacings, box plots and the autocorrelation those of what is held. nullopt: no
/// interval in the stretch. O(samples of the stretch).
std::optional<MeasuresView> interval_measures(IntervalHistory&, const AnalysisQuery&, Timestamp call_began);

/// Computed now and then, shared between snapshots.
class MeasuresTrack {
 public:
  MeasuresTrack(Timestamp call_began, SampleMemory memory) : began_(call_began), memory_(memory), history_(memory) {}

  /// The next distinct packet. O(1).
  void add(Timestamp at, std::optional<Duration> delay) { history_.add(at, delay); }
  /// Another stream begins.
  void restart();

  /// Null: no interval in the stretch. As often as KeptAnswers says.
  std::shared_ptr<const MeasuresView> view(Timestamp now, const AnalysisQuery&);
  void renew() { answers_.clear(); }  // at the next view(), however soon

 private:
  Timestamp began_;
  SampleMemory memory_;
  IntervalHistory history_;
  KeptAnswers<MeasuresView> answers_{memory_};  // their state: the end of the samples then
};

}  // namespace jitterscope
