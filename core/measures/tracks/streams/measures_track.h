#pragma once
// The measures of a received stream as screens ask for them: computed now and then, shared between snapshots.
#include <cstdint>
#include <memory>
#include <optional>

#include "core/measures/definitions/interval_history.h"
#include "core/measures/views/answers.h"
#include "core/measures/views/measures_view.h"

namespace jitterscope {

class MeasuresTrack {
 public:
  MeasuresTrack(Timestamp call_began, SampleMemory memory) : began_(call_began), memory_(memory), history_(memory) {}

  /// The next distinct packet. O(1).
  void add(Timestamp at, std::optional<Duration> delay) { history_.add(at, delay); }
  /// Another stream begins.
  void restart();

  /// Null: no interval in the stretch. Of a call each query is answered at most five times a second, of long stretches
  /// once; another one than before not sooner than 200 ms after any, by the newest answer until then: the view says
  /// which one it answers. Of a file at once.
  std::shared_ptr<const MeasuresView> view(Timestamp now, const AnalysisQuery&);
  void renew() { answers_.clear(); }  // at the next view(), however soon

 private:
  Timestamp began_;
  SampleMemory memory_;
  IntervalHistory history_;
  KeptAnswers<MeasuresView, std::uint64_t> answers_;  // the end of the samples then
};

}  // namespace jitterscope
