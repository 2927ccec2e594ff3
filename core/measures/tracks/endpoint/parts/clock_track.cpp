#include "core/measures/tracks/endpoint/parts/clock_track.h"

namespace jitterscope {
namespace {
constexpr std::size_t kMostDoubts = 50;
}

void ClockTrack::add(const ClockSynced& clock) {
  last_ = clock;
  const double at_s = (clock.at - began_).seconds();
  if (clock.jumped_ms && clock.doubted_since && doubts_.size() < kMostDoubts)
    doubts_.push_back({(*clock.doubted_since - began_).seconds(), at_s, *clock.jumped_ms});
  if (!clock.synchronised) return;
  offset_.add(at_s, clock.offset_ms);
  bound_.add(at_s, clock.bound_ms);
}

void ClockTrack::add(const ClockStepped& change) {
  if (change.step_ms != 0) ++steps_;
}

std::optional<ClockView> ClockTrack::view() const {
  if (!last_) return std::nullopt;
  ClockView view;
  view.synchronised = last_->synchronised;
  view.source = last_->source.view();
  view.offset_ms = last_->offset_ms;
  view.skew_ppm = last_->skew_ppm;
  view.bound_ms = last_->bound_ms;
  view.round_trip_ms = last_->round_trip_ms;
  view.offset_series = offset_.points();
  view.bound_series = bound_.points();
  view.doubts = doubts_;
  view.steps = steps_;
  return view;
}

}  // namespace jitterscope
