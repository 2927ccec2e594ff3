#pragma once
// The measures of a received stream as screens ask for them: computed now and then, shared between snapshots.
#include <cstdint>
#include <memory>
#include <optional>

#include "core/measures/definitions/interval_history.h"
#include "core/measures/views/measures_view.h"

namespace jitterscope {

class MeasuresTrack {
 public:
  MeasuresTrack(Timestamp call_began, SampleMemory memory) : began_(call_began), memory_(memory), history_(memory) {}

  /// The next distinct packet. O(1).
  void add(Timestamp at, std::optional<Duration> delay) { history_.add(at, delay); }
  /// Another stream begins.
  void restart();

  /// Null: no interval in the stretch. Of a call at most five times a second, of long stretches once a second, even
  /// when the query changes meanwhile: the view says which one it answers. Of a file at once.
  std::shared_ptr<const MeasuresView> view(Timestamp now, const AnalysisQuery&);
  void renew() { answered_.reset(); }  // at the next view(), however soon
  const IntervalHistory& history() const { return history_; }

 private:
  bool due(Timestamp now, const AnalysisQuery&) const;

  Timestamp began_;
  SampleMemory memory_;
  IntervalHistory history_;
  std::shared_ptr<const MeasuresView> view_;
  std::optional<AnalysisQuery> answered_;
  Timestamp computed_;
  std::uint64_t computed_end_ = 0;  // of the samples
};

}  // namespace jitterscope
