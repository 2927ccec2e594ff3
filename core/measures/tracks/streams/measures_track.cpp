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
  answers_.clear();
}

std::shared_ptr<const MeasuresView> MeasuresTrack::view(Timestamp now, const AnalysisQuery& query) {
  const std::uint64_t end = history_.samples().end();
  if (const auto* known = answers_.find(query)) {
    if (known->state == end || now - known->made < pause_of(query.window)) return known->view;
  } else if (const auto* newest = answers_.newest();
             newest && memory_ != SampleMemory::kFile && now - newest->made < kShortest) {
    return newest->view;
  }
  auto view = interval_measures(history_, query, began_);
  return answers_.keep({query, view ? std::make_shared<const MeasuresView>(std::move(*view)) : nullptr, now, end});
}

}  // namespace jitterscope
