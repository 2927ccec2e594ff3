#include "core/measures/tracks/streams/quality_track.h"

#include <algorithm>
#include <cmath>

#include "core/events/playout_setting.h"
#include "core/measures/definitions/loss_bursts.h"
#include "core/measures/definitions/unit_spacing.h"
#include "core/measures/tracks/streams/medium_comes.h"

namespace jitterscope {
namespace {

constexpr Duration kSlotLength = Duration::ms(100);
constexpr std::int64_t kSlotsPerSecond = 10;
constexpr std::int64_t kSettled = 30;  // slots: what came so long ago was played, or never will be
constexpr Duration kOutage = Duration::seconds(1), kEnded = Duration::seconds(60);  // of nothing arriving
constexpr std::int64_t kFarthestSlot = 1LL << 40;                                   // slots: a time that no call has

double share(std::int64_t part, std::int64_t whole) {
  return std::clamp(static_cast<double>(part) / static_cast<double>(whole), 0.0, 1.0);
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
  if (number > kFarthestSlot || number <= newest_ - kSlots) return nullptr;
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
  fates_.clear();
  playing_ = -1;
}

void QualityTrack::forget_delays() {
  clock_.send_times = ClockRelation::kUnknown;
  for (Slot& slot : slots_) {
    slot.unclocked += slot.handed_over.n + slot.at_the_end.n;
    slot.delays = slot.delay_ns = 0;
    slot.handed_over = slot.at_the_end = {};
  }
  for (QualityMoment& moment : trail_.moments()) {
    QualityPoint& point = moment.point;
    if (point.latency_ms) point.no_latency = NoLatency::kClocks;
    point.latency_ms.reset();
    point.network_latency_ms.reset();
    point.ends_at.reset();
    point.latency_units = 0;
  }
}

void QualityTrack::unit_arrived(Timestamp at, std::int64_t rtp_timestamp) {
  Slot* slot = slot_at(at);
  if (slot && last_unit_) {
    const bool stamped = clock_.jitter_by == StreamClock::JitterBy::kTimestamps;
    const auto step = stamped ? std::optional(rtp_timestamp - last_unit_->rtp_timestamp) : std::nullopt;
    if (const auto spacing = unit_spacing_ms(at - last_unit_->at, step, clock_.timestamp_hz)) {
      ++slot->intervals;
      slot->interval_ms += *spacing;
      slot->interval_ms2 += *spacing * *spacing;
    }
  }
  last_unit_ = {at, rtp_timestamp};
}

void QualityTrack::note_fate(std::int64_t number, std::int64_t slot, bool played) {
  constexpr std::size_t kMost = 4096;
  fates_[number] = {slot, played};
  while (!fates_.empty() && (fates_.size() > kMost || fates_.begin()->second.slot < newest_ - kWindow))
    fates_.erase(fates_.begin());
}

/// Of the blocks of the window that ends with slot `end` - 1.
std::optional<double> QualityTrack::burst_ratio(std::int64_t end) const {
  LossBurstCounter counter;
  for (const auto& [number, fate] : fates_)
    if (fate.slot >= end - kWindow && fate.slot < end) counter.add(!fate.played);
  const auto figures = counter.figures(std::nullopt);
  return figures ? figures->burst_ratio : std::nullopt;
}

void QualityTrack::add(const PacketArrived& e) {
  if (e.medium != medium_ || e.duplicate) return;
  begin_stream(e.ssrc);
  if (medium_ == Medium::kAudio) unit_arrived(e.received, e.rtp_timestamp);
  Slot* slot = slot_at(e.received);
  last_arrival_ = e.received;
  if (!slot) return;
  slot->lowest = slot->packets == 0 ? e.sequence : std::min(slot->lowest, e.sequence);
  slot->highest = slot->packets == 0 ? e.sequence : std::max(slot->highest, e.sequence);
  ++slot->packets;
  if (e.received_conference && e.sent_conference && clock_.send_times != ClockRelation::kUnknown) {
    ++slot->delays;
    slot->delay_ns += (*e.received_conference - *e.sent_conference).ns();
  }
}

void QualityTrack::add(const FrameDone& e) {
  if (medium_ != Medium::kVideo || (ssrc_ && ssrc_ != e.ssrc)) return;
  const bool complete = e.outcome == FrameOutcome::kComplete || e.outcome == FrameOutcome::kPatched;
  if (complete) unit_arrived(e.completed, e.rtp_timestamp);
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
  note_fate(e.sequence, slot->number, played);
}

void QualityTrack::add(const FramePlayed& e) {
  if (medium_ != Medium::kVideo || (ssrc_ && ssrc_ != e.ssrc)) return;
  slot_at(e.playout);
  Slot* slot = slot_at(e.completed);
  if (!slot) return;
  playout_known_ = true;
  playing_ = std::max(playing_, slot->number);
  ++(e.outcome == PlayoutOutcome::kPlayed ? slot->played : slot->refused);
}

void QualityTrack::add(const DelaySplit& split) {
  if (split.medium != medium_ || !ssrc_ || ssrc_ != split.ssrc) return;
  Slot* slot = slot_at(split.at);
  if (!slot) return;
  if (split.whole) {
    Slot::Wholes& wholes = split.last == DelayPart::kDisplay ? slot->at_the_end : slot->handed_over;
    ++wholes.n;
    wholes.ns += split.whole->ns();
  } else if (split.part(DelayPart::kPlayout)) {  // it was played
    ++(split.part(DelayPart::kCapture) ? slot->unclocked : slot->untold);
  }
}

void QualityTrack::add(const SettingChanged& e) {
  if (medium_comes(e, medium_) == false) end_stream();
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

void QualityTrack::put_latency(const Slot& sum, QualityPoint& point) const {
  const auto mean_ms = [](std::int64_t ns, std::int64_t n) {
    return n > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(n) / 1e6) : std::nullopt;
  };
  point.network_latency_ms = mean_ms(sum.delay_ns, sum.delays);
  std::array<std::int64_t, kDelayParts> ends{};
  ends[static_cast<std::size_t>(DelayPart::kPlayout)] = sum.handed_over.n;
  ends[static_cast<std::size_t>(DelayPart::kDisplay)] = sum.at_the_end.n;
  if (const auto end = usual_end(ends)) {
    const Slot::Wholes& wholes = end == DelayPart::kDisplay ? sum.at_the_end : sum.handed_over;
    point.latency_ms = mean_ms(wholes.ns, wholes.n);
    point.latency_units = wholes.n;
    point.ends_at = latency_end(medium_, *end);
  } else {
    point.no_latency = sum.unclocked > 0 ? NoLatency::kClocks
                       : sum.untold > 0  ? NoLatency::kNoSenderTimes
                                         : NoLatency::kNothingPlayed;
  }
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
    sum.handed_over.n += slot.handed_over.n;
    sum.handed_over.ns += slot.handed_over.ns;
    sum.at_the_end.n += slot.at_the_end.n;
    sum.at_the_end.ns += slot.at_the_end.ns;
    sum.untold += slot.untold;
    sum.unclocked += slot.unclocked;
    const Counts counts = decided(slot, settled);
    sum.units += counts.units;
    sum.played += counts.played;
    sum.intervals += slot.intervals;
    sum.interval_ms += slot.interval_ms;
    sum.interval_ms2 += slot.interval_ms2;
  }
  QualityPoint point;
  put_latency(sum, point);
  if (sum.intervals > 1) {
    const auto n = static_cast<double>(sum.intervals);
    const double squares = sum.interval_ms2 - sum.interval_ms * sum.interval_ms / n;
    point.jitter_ms = std::sqrt(std::max(squares, 0.0) / (n - 1));
  }
  const std::int64_t missing = missing_before(end);
  const std::int64_t packets_sent = sum.packets > 0 ? sum.highest - sum.lowest + 1 : 0;
  const std::int64_t sent = missing + (units_known_ ? sum.units : packets_sent);
  point.lost_only = !units_known_ && !playout_known_;
  if (sent > 0) point.loss_ratio = share(sent - (units_known_ ? sum.played : sum.packets), sent);
  return point;
}

void QualityTrack::extend_trail(std::int64_t settled) {
  next_moment_ = std::max(next_moment_, (settled - kWindow - kSettled) / kSlotsPerSecond * kSlotsPerSecond);
  for (; next_moment_ <= settled; next_moment_ += kSlotsPerSecond) {
    const std::int64_t second = next_moment_ / kSlotsPerSecond;
    trail_.add({static_cast<double>(second), point_before(next_moment_, next_moment_)});
  }
}

std::optional<QualityView> QualityTrack::view(Timestamp now) {
  if (newest_ < 0) return std::nullopt;
  const std::int64_t slot = std::min((now - began_).ns() / kSlotLength.ns(), kFarthestSlot);
  extend_trail(slot - kSettled);
  QualityView view{point_before(slot + 1, slot - kSettled), trail_.points()};
  if (medium_ != Medium::kAudio) return view;
  view.now.burst_ratio = burst_ratio(slot + 1);
  view.voice = voice_quality(view.now);
  return view;
}

}  // namespace jitterscope
