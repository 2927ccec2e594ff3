#include "core/measures/tracks/participant/peer_quality_track.h"

#include "core/measures/views/peer_view.h"

namespace jitterscope {
namespace {

constexpr double kBetween_s = 0.99;  // points of the trail

QualityPoint point_of(const PeerQuality& e, std::optional<double> due_per_second) {
  QualityPoint point{e.latency_ms, e.jitter_ms, e.loss_ratio, e.network_latency_ms};
  point.due_per_second = due_per_second;
  if (e.latency_ms)
    point.ends_at = e.ends_at;
  else
    point.no_latency = NoLatency::kNothingPlayed;
  return point;
}

}  // namespace

void PeerQualityTrack::add(const PeerQuality& e) {
  const double at_s = (e.at - span_.began).seconds();
  last_ = e;
  const auto& moments = trail_.moments();
  if (moments.empty() || at_s - moments.back().at_s >= kBetween_s) trail_.add({at_s, point_of(e, due_per_second_)});
}

std::optional<QualityView> PeerQualityTrack::view(Timestamp now) const {
  if (!last_) return std::nullopt;
  QualityView view{{}, trail_.points()};
  if (span_.from || now - last_->at < kReportHolds) view.now = point_of(*last_, due_per_second_);
  return view;
}

}  // namespace jitterscope
