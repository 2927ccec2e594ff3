#include "core/measures/tracks/streams/measures_track.h"

#include "core/measures/tracks/streams/interval_measures.h"

namespace jitterscope {
namespace {

constexpr Duration kShortest = Duration::ms(200), kOfLongStretches = Duration::seconds(1);

Duration pause_of(MeasureWindow window) {
  return window == MeasureWindow::k10s || window == MeasureWindow::k60s ? kShortest : kOfLongStretches;
}

}  // namespace

void MeasuresTrack::restart() {
  history_ = IntervalHistory(memory_);
  view_.reset();
  answered_.reset();
}

bool MeasuresTrack::due(Timestamp now, const AnalysisQuery& query) const {
  if (!answered_) return true;
  if (query != *answered_) return memory_ == SampleMemory::kFile || now - computed_ >= kShortest;
  return history_.samples().end() != computed_end_ && now - computed_ >= pause_of(query.window);
}

std::shared_ptr<const MeasuresView> MeasuresTrack::view(Timestamp now, const AnalysisQuery& query) {
  if (!due(now, query)) return view_;
  auto view = interval_measures(history_, query, began_);
  view_ = view ? std::make_shared<const MeasuresView>(std::move(*view)) : nullptr;
  answered_ = query;
  computed_ = now;
  computed_end_ = history_.samples().end();
  return view_;
}

}  // namespace jitterscope
