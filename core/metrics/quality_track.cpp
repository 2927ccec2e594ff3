#include "core/metrics/quality_track.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/events/playout_setting.h"

namespace jitterscope {
namespace {

constexpr Duration kSlotLength = Duration::ms(100), kPeerSilent = Duration::seconds(5);
constexpr std::int64_t kSlotsPerSecond = 10;
constexpr std::int64_t kSettled = 30;  // slots: what came so long ago was played, or never will be
constexpr Duration kOutage = Duration::seconds(1), kEnded = Duration::seconds(60);  // of nothing arriving
constexpr std::size_t kTrail = 300;                                                 // moments: five minutes
constexpr std::int64_t kFarthest = 1LL << 40;                                       // slots: a time that no call has

bool known(const QualityPoint& point) {
  return point.latency_ms || point.jitter_ms || point.loss_ratio;
}

double share(std::int64_t part, std::int64_t whole) {
  return std::clamp(static_cast<double>(part) / static_cast<double>(whole), 0.0, 1.0);
}

void keep(std::deque<QualityMoment>& trail, QualityMoment moment) {
  trail.push_back(std::move(moment));
  if (trail.size() > kTrail) trail.pop_front();
}

}  // namespace

QualityTrack::QualityTrack(Medium medium, Timestamp call_began) : medium_(medium), began_(call_began) {
  set_period(std::nullopt);
}

void QualityTrack::set_period(std::optional<double> period_ms) {
  const Duration usual = medium_ == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod;
  period_ = period_ms && *period_ms >= 1 ? Duration::from_ms(*period_ms) : usual;
}

QualityTrack::Slot* QualityTrack::slot_at(Timestamp at) {
  const std::int64_t number = std::max<std::int64_t>((at - began_).ns(), 0) / kSlotLength.ns();
  if (number > kFarthest || number <= newest_ - kSlots) return nullptr;
  if (number > newest_) {
    extend_trail(number - kSettled);
    for (std::int64_t n = std::max(newest_ + 1, number - kSlots + 1); n <= number; ++n) {
      Slot& slot = slots_[static_cast<std::size_t>(n % kSlots)];
      slot = {};
      slot.number = n;
    }
    newest_ = number;
  }
  return &slots_[static_cast<std::size_t>(number % kSlots)];
}

void QualityTrack::begin_stream(std::uint32_t ssrc) {
  if (ssrc_ == ssrc) return;
  if (ssrc_)
    for (Slot& slot : slots_) {
      const std::int64_t number = slot.number;
      slot = {};
      slot.number = number;
    }
  ssrc_ = ssrc;
  last_unit_.reset();
  units_known_ = playout_known_ = false;
  playing_ = -1;
}

void QualityTrack::unit_arrived(Timestamp at) {
  Slot* slot = slot_at(at);
  if (slot && last_unit_) {
    const double interval = (at - *last_unit_).ms();
    ++slot->intervals;
    slot->interval_ms += interval;
    slot->interval_ms2 += interval * interval;
  }
  last_unit_ = at;
}

void QualityTrack::add(const PacketArrived& e) {
  if (e.medium != medium_ || e.duplicate) return;
  begin_stream(e.ssrc);
  if (medium_ == Medium::kAudio) unit_arrived(e.received);
  Slot* slot = slot_at(e.received);
  last_arrival_ = e.received;
  if (!slot) return;
  slot->lowest = slot->packets == 0 ? e.sequence : std::min(slot->lowest, e.sequence);
  slot->highest = slot->packets == 0 ? e.sequence : std::max(slot->highest, e.sequence);
  ++slot->packets;
  if (e.received_conference && e.sent_conference) {
    ++slot->delays;
    slot->delay_ns += (*e.received_conference - *e.sent_conference).ns();
  }
}

void QualityTrack::add(const FrameDone& e) {
  if (medium_ != Medium::kVideo || (ssrc_ && ssrc_ != e.ssrc)) return;
  const bool complete = e.outcome == FrameOutcome::kComplete || e.outcome == FrameOutcome::kPatched;
  if (complete) unit_arrived(e.completed);
  Slot* slot = slot_at(e.completed);
  if (!slot) return;
  units_known_ = true;
  ++slot->units;
  slot->refused += !complete || e.discarded_late;
}

void QualityTrack::add(const AudioBlockDone& e) {
  if (medium_ != Medium::kAudio || (ssrc_ && ssrc_ != e.ssrc)) return;
  Slot* slot = slot_at(e.playout);
  if (!slot) return;
  units_known_ = true;
  const bool played = e.outcome == PlayoutOutcome::kPlayed;
  ++slot->units;
  ++(played ? slot->played : slot->refused);
  if (played && e.received) {
    ++slot->waits;
    slot->wait_ns += (e.playout - *e.received).ns();
  }
}

void QualityTrack::add(const FramePlayed& e) {
  if (medium_ != Medium::kVideo || (ssrc_ && ssrc_ != e.ssrc)) return;
  slot_at(e.playout);
  Slot* slot = slot_at(e.completed);
  if (!slot) return;
  playout_known_ = true;
  playing_ = std::max(playing_, slot->number);
  const bool played = e.outcome == PlayoutOutcome::kPlayed;
  ++(played ? slot->played : slot->refused);
  if (played) {
    ++slot->waits;
    slot->wait_ns += (e.playout - e.completed).ns();
  }
}

void QualityTrack::add(const Event& event) {
  if (const auto* arrived = std::get_if<PacketArrived>(&event)) return add(*arrived);
  if (const auto* frame = std::get_if<FrameDone>(&event)) return add(*frame);
  if (const auto* block = std::get_if<AudioBlockDone>(&event)) return add(*block);
  if (const auto* played = std::get_if<FramePlayed>(&event)) return add(*played);
}

/// Frames that wait for their turn are neither played nor not; what never gets one is told apart by time alone.
QualityTrack::Counts QualityTrack::decided(const Slot& slot, std::int64_t settled) const {
  if (medium_ == Medium::kVideo && !playout_known_) return {slot.units, slot.units - slot.refused};
  if (slot.number < std::max(settled, playing_)) return {std::max(slot.units, slot.played), slot.played};
  return {slot.played + slot.refused, slot.played};
}

std::int64_t QualityTrack::missing_before(std::int64_t end) const {
  if (!last_arrival_) return 0;
  const Timestamp to = began_ + kSlotLength * end, from = std::max(*last_arrival_, to - kSlotLength * kWindow);
  const Duration silence = to - *last_arrival_;
  return silence > kOutage && silence <= kEnded ? (to - from).ns() / period_.ns() : 0;
}

QualityPoint QualityTrack::point_before(std::int64_t end, std::int64_t settled) const {
  Slot sum;
  for (const Slot& slot : slots_) {
    if (slot.number < end - kWindow || slot.number >= end) continue;
    if (slot.packets > 0) {
      sum.lowest = sum.packets == 0 ? slot.lowest : std::min(sum.lowest, slot.lowest);
      sum.highest = sum.packets == 0 ? slot.highest : std::max(sum.highest, slot.highest);
    }
    sum.packets += slot.packets;
    sum.delays += slot.delays;
    sum.delay_ns += slot.delay_ns;
    sum.waits += slot.waits;
    sum.wait_ns += slot.wait_ns;
    const Counts counts = decided(slot, settled);
    sum.units += counts.units;
    sum.played += counts.played;
    sum.intervals += slot.intervals;
    sum.interval_ms += slot.interval_ms;
    sum.interval_ms2 += slot.interval_ms2;
  }
  const auto mean_ms = [](std::int64_t ns, std::int64_t n) {
    return n > 0 ? static_cast<double>(ns) / static_cast<double>(n) / 1e6 : 0;
  };
  QualityPoint point;
  if (sum.delays > 0) point.latency_ms = mean_ms(sum.delay_ns, sum.delays) + mean_ms(sum.wait_ns, sum.waits);
  if (sum.intervals > 1) {
    const auto n = static_cast<double>(sum.intervals);
    const double squares = sum.interval_ms2 - sum.interval_ms * sum.interval_ms / n;
    point.jitter_ms = std::sqrt(std::max(squares, 0.0) / (n - 1));
  }
  const std::int64_t missing = missing_before(end);
  const std::int64_t packets_sent = sum.packets > 0 ? sum.highest - sum.lowest + 1 : 0;
  const std::int64_t sent = missing + (units_known_ ? sum.units : packets_sent);
  if (sent > 0) point.loss_ratio = share(sent - (units_known_ ? sum.played : sum.packets), sent);
  return point;
}

void QualityTrack::extend_trail(std::int64_t settled) {
  next_moment_ = std::max(next_moment_, (settled - kWindow - kSettled) / kSlotsPerSecond * kSlotsPerSecond);
  for (; next_moment_ <= settled; next_moment_ += kSlotsPerSecond) {
    const QualityPoint point = point_before(next_moment_, next_moment_);
    if (known(point)) keep(trail_, {static_cast<double>(next_moment_ / kSlotsPerSecond), point});
  }
}

std::optional<QualityView> QualityTrack::view(Timestamp now) {
  if (newest_ < 0) return std::nullopt;
  const std::int64_t slot = std::min((now - began_).ns() / kSlotLength.ns(), kFarthest);
  extend_trail(slot - kSettled);
  return QualityView{point_before(slot + 1, slot - kSettled), {trail_.begin(), trail_.end()}};
}

void PeerQualityTrack::add(const PeerQuality& e) {
  const double at_s = (e.at - began_).seconds();
  last_ = e;
  const QualityPoint point{e.latency_ms, e.jitter_ms, e.loss_ratio};
  if (!known(point) || (!trail_.empty() && at_s - trail_.back().at_s < 0.99)) return;
  keep(trail_, {at_s, point});
}

std::optional<QualityView> PeerQualityTrack::view(Timestamp now) const {
  if (!last_) return std::nullopt;
  QualityView view{{}, {trail_.begin(), trail_.end()}};
  if (now - last_->at <= kPeerSilent) view.now = {last_->latency_ms, last_->jitter_ms, last_->loss_ratio};
  return view;
}

}  // namespace jitterscope
