#include "core/measures/definitions/delay_belief.h"

#include <algorithm>

#include "core/base/units/stamp_error.h"
#include "core/measures/definitions/known_delays.h"

namespace jitterscope {

bool DelayBelief::take(const PacketArrived& packet) {
  if (ssrc_ && *ssrc_ != packet.ssrc) {
    least_ = most_ = std::nullopt;
    doubt_.reset();
    lost_ = false;
  }
  ssrc_ = packet.ssrc;
  heard_ = packet.received;
  if (doubt_ && heard_ - doubt_->at >= kLongestWait) lost_ = true;
  const auto delay = one_way_delay(packet);
  if (!delay || lost_) return false;
  if (!bound_) {
    least_ = std::min(least_.value_or(*delay), *delay);
    most_ = std::max(most_.value_or(*delay), *delay);
    return !is_impossible_delay(*delay, kLongestDelay);
  }
  if (!is_impossible_delay(*delay, *bound_)) return true;
  if (!doubt_) doubt_ = {heard_, *delay};
  lost_ = same_clock_;
  return false;
}

void DelayBelief::add(const ClockSynced& clock) {
  if (!clock.synchronised) return;
  same_clock_ = clock.source.view() == "same clock";
  const Duration bound = std::max(Duration::from_ms(clock.bound_ms), kStampError);
  for (const auto& early : {least_, most_})
    if (!doubt_ && early && is_impossible_delay(*early, bound)) doubt_ = {clock.at, *early}, lost_ = true;
  least_ = most_ = std::nullopt;
  bound_ = bound;
  const bool answered = clock.round_trip_ms || clock.source.view() != "exchanges";  // else it says nothing new
  if (!doubt_ || lost_ || !answered || clock.at <= doubt_->at) return;
  const bool had_jumped = clock.doubted_since && *clock.doubted_since <= doubt_->at;
  if (had_jumped && !is_impossible_delay(doubt_->delay, bound))
    doubt_.reset();
  else
    lost_ = true;
}

void DelayBelief::finish() {
  if (doubt_) lost_ = true;
}

}  // namespace jitterscope
