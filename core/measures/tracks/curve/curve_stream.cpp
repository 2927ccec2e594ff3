#include "core/measures/tracks/curve/curve_stream.h"

#include <algorithm>

#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/restart.h"
#include "core/measures/definitions/compensation.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kFewestForOptimum = 50;
constexpr Duration kFarthestTransit = Duration::seconds(3600);  // what a sender's broken timestamps may do to a transit
constexpr Duration kOptimumEvery = Duration::seconds(1), kFitEvery = Duration::seconds(1);

bool is_time(Duration delay) {
  return delay != kNotPlayed && delay != kNotDecided;
}

CurveUnit without_drift(CurveUnit unit) {
  unit.transit -= unit.drift;
  for (Duration& delay : unit.delays)
    if (is_time(delay)) delay -= unit.drift;
  return unit;
}

}  // namespace

std::size_t really_played() {
  static const std::size_t index = playout_policy_index(PlayoutSetting::kFixed);
  return index;
}

ShadowPolicies::ShadowPolicies(Medium medium, Duration period) {
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i) {
    if (i == really_played()) continue;
    policies_[i] = make_playout_policy(playout_setting_of(playout_policies()[i]), medium, period);
  }
}

PlayoutDelays ShadowPolicies::take(const PlayoutArrival& unit) {
  PlayoutDelays delays;
  delays.fill(kNotDecided);
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i) {
    if (!policies_[i]) continue;
    const std::optional<Timestamp> playout = policies_[i]->take(unit);
    const bool played = playout && *playout >= unit.received;
    delays[i] = played ? Duration::ns(playout->ns()) - unit.source : kNotPlayed;
  }
  return delays;
}

void ShadowPolicies::set_optimum(Duration target) {
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i)
    if (policies_[i] && playout_policies()[i].follows_optimum) policies_[i]->set_target(target);
}

std::optional<Duration> optimum_of(const TransitBins& bins) {
  if (bins.size() < kFewestForOptimum) return std::nullopt;
  return Duration::from_ms(compensation_report(bins.lateness(bins.lowest()), "minimum").optimal.buffer_ms);
}

CurveStream::CurveStream(Medium medium, std::uint32_t ssrc, bool by_send_time, Duration period, SampleMemory memory)
    : medium_(medium), ssrc_(ssrc), by_send_time_(by_send_time), shadow_(medium, period), ring_(memory) {}

CurveStream::Slot& CurveStream::slot(std::int64_t number) {
  Slot& slot = slots_[static_cast<std::size_t>(number) % kSlots];
  if (slot.number != number) slot = {number, -1, std::nullopt, {}, false};
  return slot;
}

Duration CurveStream::delay_of(const CurveUnit& unit, std::optional<Timestamp> playout) const {
  return playout ? *playout - unit.received + unit.transit : kNotPlayed;
}

bool CurveStream::jumps_to(Timestamp received, Duration transit) const {
  if (ring_.end() == 0) return false;
  const Timestamp last = ring_[ring_.end() - 1].received;
  const Duration step = transit - last_transit_;
  return timestamps_restarted(received - last - step, step, transit - least_transit_);
}

void CurveStream::follow_rtp_clock(const CurveArrival& unit) {
  if (!unit.delay) return;
  has_send_times_ = true;
  if (by_send_time_) return;
  rtp_clock_.add(unit.received - *unit.delay, unit.transit - origin_ - *unit.delay);
  if (unit.received - rtp_clock_fitted_ < kFitEvery) return;
  rtp_clock_fitted_ = unit.received;
  rtp_clock_skew_ = rtp_clock_.skew();
}

void CurveStream::add(const CurveArrival& arrival) {
  const auto& [number, received, transit, delay, talkspurt] = arrival;
  const bool first = ring_.end() == 0;
  if (first) {
    origin_ = transit;
    first_received_ = received;
  }
  last_transit_ = transit;
  least_transit_ = first ? transit : std::min(least_transit_, transit);
  follow_rtp_clock(arrival);
  CurveUnit unit{number, received, std::clamp(transit - origin_, -kFarthestTransit, kFarthestTransit), {}, talkspurt,
                 {},     {}};
  if (rtp_clock_skew_) unit.drift = rtp_clock_skew_->drift(received, first_received_);
  if (first || number < first_number_) {
    first_number_ = number;
    first_transit_ = unit.transit;
  }
  const Duration source = Duration::ns(received.ns()) - unit.transit;
  unit.delays = shadow_.take({number, source, received, talkspurt || first || medium_ == Medium::kVideo});
  Slot& known = slot(number);
  known.index = ring_.end();
  if (known.decided && received >= decisions_since_) {
    unit.delays[really_played()] = delay_of(unit, known.playout);
    unit.held = known.held;
  }
  ring_.push(unit);
  whole_.add(without_drift(unit));
  for (SlidingStretch& stretch : sliding_) stretch.add(unit, ring_);
  while (ring_.is_over()) {
    for (SlidingStretch& stretch : sliding_) stretch.leave(ring_);
    ring_.pop();
  }
  follow_optimum(received);
}

void CurveStream::decide(std::int64_t number, Timestamp playout, PlayoutOutcome outcome, Duration held) {
  Slot& known = slot(number);
  if (known.decided) return;
  known.decided = true;
  known.held = held;
  if (outcome == PlayoutOutcome::kPlayed) known.playout = playout;
  if (known.index < ring_.begin()) return;
  CurveUnit& unit = ring_[known.index];
  if (unit.received < decisions_since_) return;
  unit.held = held;
  const Duration delay = unit.delays[really_played()] = delay_of(unit, known.playout);
  whole_.decide(is_time(delay) ? delay - unit.drift : delay, held);
  for (SlidingStretch& stretch : sliding_) stretch.decide(known.index, delay, held);
}

void CurveStream::forget_decisions(Timestamp since) {
  decisions_since_ = since;
  for (std::int64_t i = ring_.begin(); i < ring_.end(); ++i) ring_[i].delays[really_played()] = kNotDecided;
  whole_.forget_decisions();
  for (SlidingStretch& stretch : sliding_) stretch.forget_decisions();
}

void CurveStream::follow_optimum(Timestamp now) {
  if (now - optimum_set_ < kOptimumEvery) return;
  const std::optional<Duration> optimum = optimum_of(sliding(MeasureWindow::k60s)->sums().bins());
  if (!optimum) return;
  shadow_.set_optimum(*optimum);
  optimum_set_ = now;
}

}  // namespace jitterscope
