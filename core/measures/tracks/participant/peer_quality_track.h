#pragma once
// Where one of our streams stands in the quality space, as the remote says.
#include <optional>

#include "core/events/kinds/peer_quality.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/streams/quality_trail.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/participant_view.h"

namespace jitterscope {

/// The newest point, and one a second as trail.
class PeerQualityTrack {
 public:
  using Wants = Events<PeerQuality>;
  static constexpr ViewKind kView = ViewKind::kReported;
  using Fills = Fields<&ReportedView::quality>;

  explicit PeerQualityTrack(const FigureSpan& span) : span_(span) {}
  void add(const PeerQuality&);
  /// Says how many frames a second are sent, of which the next points tell; absent: not known, or sound.
  void set_frames_due(std::optional<double> per_second) { due_per_second_ = per_second; }
  std::optional<QualityView> view(Timestamp now) const;  // absent before the first; no `now` point when it is old
  void fill(ReportedView& reported, Timestamp now) const { reported.quality = view(now); }

 private:
  FigureSpan span_;
  std::optional<PeerQuality> last_;
  std::optional<double> due_per_second_;
  QualityTrail trail_;
};

}  // namespace jitterscope
