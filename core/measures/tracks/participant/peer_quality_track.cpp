#include "core/measures/tracks/participant/peer_quality_track.h"

namespace jitterscope {
namespace {

constexpr double kBetween_s = 0.99;  // points of the trail

/// A latency that does not say where it ends is of a trace before schema 6: mean one-way delay and wait, another thing.
QualityPoint point_of(const PeerQuality& e) {
  QualityPoint point{e.ends_at ? e.latency_ms : std::nullopt, e.jitter_ms, e.loss_ratio};
  point.network_latency_ms = e.network_latency_ms;
  point.ends_at = point.latency_ms ? e.ends_at : std::nullopt;
  if (!point.latency_ms) point.no_latency = e.latency_ms ? NoLatency::kOlderTrace : NoLatency::kNothingPlayed;
  return point;
}

}  // namespace

void PeerQualityTrack::add(const PeerQuality& e) {
  const double at_s = (e.at - span_.began).seconds();
  last_ = e;
  const auto& moments = trail_.moments();
  if (moments.empty() || at_s - moments.back().at_s >= kBetween_s) trail_.add({at_s, point_of(e)});
}

std::optional<QualityView> PeerQualityTrack::view(Timestamp now) const {
  if (!last_) return std::nullopt;
  QualityView view{{}, trail_.points()};
  if (span_.from || now - last_->at < kReportHolds) view.now = point_of(*last_);
  return view;
}

}  // namespace jitterscope
