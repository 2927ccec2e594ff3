#include "core/measures/tracks/streams/quality_track.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/playout_setting.h"
#include "core/measures/definitions/delay_belief.h"
#include "core/measures/definitions/loss_bursts.h"
#include "core/measures/definitions/unit_spacing.h"
#include "core/measures/packets/own_drops.h"

namespace jitterscope {
namespace {

constexpr Duration kSlotLength = Duration::ms(100);
constexpr std::int64_t kSlotsPerSecond = 10;
constexpr std::int64_t kSettled = 30;              // slots: what came so long ago was played, or never will be
constexpr std::int64_t kFarthestSlot = 1LL << 40;  // slots: a time that no call has

}  // namespace

std::optional<double> QualityTrack::Slot::Total::mean_ms() const {
  return n > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(n) / 1e6) : std::nullopt;
}

QualityTrack::QualityTrack(Medium medium, const FigureSpan& span) : medium_(medium), span_(span) {
  set_period(std::nullopt);
}

void QualityTrack::set_period(std::optional<double> period_ms) {
  const Duration usual = medium_ == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod;
  period_ = period_ms && *period_ms >= 1 ? Duration::from_ms(*period_ms) : usual;
  owed_.set_period(period_);
}

QualityTrack::Slot* QualityTrack::slot_at(Timestamp at) {
  const std::int64_t number = std::max<std::int64_t>((at - span_.began).ns(), 0) / kSlotLength.ns();
  if (number > kFarthestSlot || number <= newest_ - kSlots) return nullptr;
  if (number > newest_) {
    extend_trail(number - kSettled);
    for (std::int64_t n = std::max(newest_ + 1, number - kSlots + 1); n <= number; ++n) {
      Slot& slot = slots_[static_cast<std::size_t>(n % kSlots)];
      if (span_.from && slot.number >= 0) add_to(gone_, slot, n);
      slot = {};
      slot.number = n;
    }
    newest_ = number;
  }
  return &slots_[static_cast<std::size_t>(number % kSlots)];
}

void QualityTrack::begin_stream(std::uint32_t ssrc) {
  if (ssrc_ == ssrc) return;
  if (ssrc_) {
    gone_ = {};
    for (Slot& slot : slots_) {
      const std::int64_t number = slot.number;
      slot = {};
      slot.number = number;
    }
  }
  ssrc_ = ssrc;
  last_unit_.reset();
  numbering_ = {};
  units_known_ = playout_known_ = false;
  fates_.clear();
  playing_ = -1;
}

void QualityTrack::forget_delays() {
  clock_.send_times = ClockRelation::kUnknown;
  const auto forget = [](Slot& slot) {
    slot.unclocked += slot.handed_over.n + slot.at_the_end.n;
    slot.delays = slot.handed_over = slot.at_the_end = {};
  };
  for (Slot& slot : slots_) forget(slot);
  forget(gone_.all);
  for (QualityMoment& moment : trail_.moments()) {
    QualityPoint& point = moment.point;
    if (point.latency_ms) point.no_latency = NoLatency::kClocks;
    point.latency_ms.reset();
    point.network_latency_ms.reset();
    point.ends_at.reset();
    point.latency_units = 0;
  }
}

/// As unit_spacings() of stream_quality.
std::optional<double> QualityTrack::spacing_ms(const Unit& before, const Unit& unit) const {
  using By = StreamClock::JitterBy;
  const Duration between = unit.at - before.at;
  const std::int64_t step = unit.rtp_timestamp - before.rtp_timestamp;
  if (clock_.jitter_by == By::kSendTimes)  // timestamps are then those of the numbers, in ns
    return unit_spacing_ms(between, before.sent && unit.sent ? *unit.sent - *before.sent : Duration::ns(step));
  return unit_spacing_ms(between, clock_.jitter_by == By::kTimestamps ? std::optional(step) : std::nullopt,
                         clock_.timestamp_hz);
}

void QualityTrack::unit_arrived(const Unit& unit) {
  Slot* slot = slot_at(unit.at);
  if (slot && last_unit_) {
    if (const auto spacing = spacing_ms(*last_unit_, unit)) {
      ++slot->intervals;
      slot->interval_ms += *spacing;
      slot->interval_ms2 += *spacing * *spacing;
    }
  }
  last_unit_ = unit;
}

void QualityTrack::note_fate(std::int64_t number, std::int64_t slot, bool played) {
  constexpr std::size_t kMost = 4096, kMostOfStretch = std::size_t{1} << 20;
  auto place = fates_.end();  // nearly always there
  while (place != fates_.begin() && std::prev(place)->number >= number) --place;
  if (place != fates_.end() && place->number == number)
    *place = {number, slot, played};
  else
    fates_.insert(place, {number, slot, played});
  const auto is_over = [&] {
    if (span_.from) return fates_.size() > kMostOfStretch;
    return fates_.size() > kMost || fates_.front().slot < newest_ - kWindow;
  };
  while (!fates_.empty() && is_over()) fates_.pop_front();
}

/// Of the blocks of the window that ends with slot `end` - 1, or of the stretch.
std::optional<double> QualityTrack::burst_ratio(std::int64_t end) const {
  LossBurstCounter counter;
  for (const Fate& fate : fates_)
    if (span_.from || (fate.slot >= end - kWindow && fate.slot < end)) counter.add(!fate.played);
  if (span_.from) counter.add(true, around_ + owed_around_);
  const auto figures = counter.figures(std::nullopt);
  return figures ? figures->burst_ratio : std::nullopt;
}

void QualityTrack::add(const PacketArrived& e) {
  add_to_unit(e);
  add_alone(e);
}

void QualityTrack::add_to_unit(const PacketArrived& e) {
  if (e.medium != medium_ || e.duplicate) return;
  begin_stream(e.ssrc);
  if (medium_ == Medium::kAudio && !e.untimed) unit_arrived({e.received, e.rtp_timestamp, e.sent_conference});
  Slot* slot = slot_at(e.received);
  const std::optional<Silence> silence = owed_.add(e);
  if (silence && !span_.from) put_owed(*silence);
  if (!slot) return;
  slot->lowest = slot->packets == 0 ? e.sequence : std::min(slot->lowest, e.sequence);
  slot->highest = slot->packets == 0 ? e.sequence : std::max(slot->highest, e.sequence);
  ++slot->packets;
}

void QualityTrack::add_alone(const PacketArrived& e) {
  if (e.medium != medium_ || e.duplicate) return;
  begin_stream(e.ssrc);
  Slot* slot = slot_at(e.received);
  if (!slot) return;
  if (const auto delay = one_way_delay(e); delay && clock_.send_times != ClockRelation::kUnknown)
    slot->delays.add(*delay);
}

void QualityTrack::add(const FrameDone& e) {
  if (medium_ != Medium::kVideo || (ssrc_ && ssrc_ != e.ssrc)) return;
  const bool complete = e.outcome == FrameOutcome::kComplete || e.outcome == FrameOutcome::kPatched;
  if (complete && e.timed()) unit_arrived({e.completed, e.rtp_timestamp, e.sent_conference});
  Slot* slot = slot_at(e.completed);
  if (!slot) return;
  units_known_ = true;
  ++slot->units;
  slot->refused += !complete || e.discarded_late;
  if (e.outcome != FrameOutcome::kMissing && e.timed())
    slot->numbered.add(numbering_.add(e.frame, e.rtp_timestamp, clock_.timestamp_hz));
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
    (split.last == DelayPart::kDisplay ? slot->at_the_end : slot->handed_over).add(*split.whole);
  } else if (split.part(DelayPart::kPlayout)) {  // it was played
    ++(split.part(DelayPart::kCapture) ? slot->unclocked : slot->untold);
  }
}

void QualityTrack::add(const SettingChanged& e) {
  const std::optional<Silence> silence = owed_.add(e);
  if (!silence || span_.from) return;
  slot_at(e.at);
  put_owed(*silence);
}

void QualityTrack::add(const SenderSummary& e) {
  const std::optional<Silence> owed_no_more = owed_.add(e);
  if (owed_no_more && !span_.from) put_owed(*owed_no_more);
}

void QualityTrack::add(const RingDropped& e) {
  if (notes_received_of(e) != medium_) return;
  for (const Timestamp at : {e.at - kDropsToldEvery, e.at - kSlotLength, e.at})
    if (Slot* slot = slot_at(at)) slot->own_drops = true;
}

/// Frames that wait for their turn are neither played nor not; what never gets one is told apart by time alone.
QualityTrack::Counts QualityTrack::decided(const Slot& slot, std::int64_t settled) const {
  if (medium_ == Medium::kVideo && !playout_known_) return {slot.units, slot.units - slot.refused};
  if (slot.number < std::max(settled, playing_)) return {std::max(slot.units, slot.played), slot.played};
  return {slot.played + slot.refused, slot.played};
}

void QualityTrack::put_owed(const Silence& silence) {
  for (Slot& slot : slots_) {
    const Timestamp begin = span_.began + kSlotLength * slot.number;
    if (slot.number >= 0) slot.owed += silence.before(begin + kSlotLength) - silence.before(begin);
  }
}

std::int64_t QualityTrack::owed_before(std::int64_t end) const {
  const Timestamp to = span_.began + kSlotLength * end;
  const auto silence = owed_.lasting(to);
  return silence ? silence->units - silence->before(to - kSlotLength * kWindow) : 0;
}

void QualityTrack::put_latency(const Slot& sum, QualityPoint& point) const {
  point.network_latency_ms = sum.delays.mean_ms();
  if (const auto end = usual_end(sum.handed_over.n, sum.at_the_end.n)) {
    const Slot::Total& wholes = end == DelayPart::kDisplay ? sum.at_the_end : sum.handed_over;
    point.latency_ms = wholes.mean_ms();
    point.latency_units = wholes.n;
    point.ends_at = latency_end(medium_, *end);
  } else {
    point.no_latency = sum.unclocked > 0 ? NoLatency::kClocks
                       : sum.untold > 0  ? NoLatency::kNoSenderTimes
                                         : NoLatency::kNothingPlayed;
  }
}

std::optional<double> QualityTrack::frames_due_per_second(const NumberedTime& numbered) const {
  if (const auto rate = numbered.per_second()) return rate;
  const auto pace = owed_.seen_pace();
  return pace ? std::optional(1 / pace->seconds()) : std::nullopt;
}

void QualityTrack::add_to(Sum& sum, const Slot& slot, std::int64_t settled) const {
  Slot& all = sum.all;
  if (slot.packets > 0) {
    all.lowest = all.packets == 0 ? slot.lowest : std::min(all.lowest, slot.lowest);
    all.highest = all.packets == 0 ? slot.highest : std::max(all.highest, slot.highest);
  }
  all.packets += slot.packets;
  all.delays.add(slot.delays);
  all.handed_over.add(slot.handed_over);
  all.at_the_end.add(slot.at_the_end);
  all.untold += slot.untold;
  all.unclocked += slot.unclocked;
  sum.decided.add(decided(slot, settled));
  all.owed += slot.owed;
  all.own_drops |= slot.own_drops;
  all.numbered.add(slot.numbered);
  all.intervals += slot.intervals;
  all.interval_ms += slot.interval_ms;
  all.interval_ms2 += slot.interval_ms2;
}

QualityPoint QualityTrack::point_before(std::int64_t end, std::int64_t settled) const {
  Sum sum;
  for (const Slot& slot : slots_)
    if (slot.number >= end - kWindow && slot.number < end) add_to(sum, slot, settled);
  return point_of(sum, sum.all.owed + owed_before(end));
}

QualityPoint QualityTrack::point_of_all(std::int64_t settled) const {
  Sum sum = gone_;
  for (const Slot& slot : slots_)
    if (slot.number >= 0) add_to(sum, slot, settled);
  return point_of(sum, units_around(sum) + owed_around_);
}

/// As stream_quality.h has it.
std::int64_t QualityTrack::units_around(const Sum& sum) const {
  if (medium_ == Medium::kAudio || around_ == 0) return around_;
  if (sum.all.packets == 0) return 0;
  return frames_of_packets(around_, sum.decided.units, sum.all.highest - sum.all.lowest + 1);
}

QualityPoint QualityTrack::point_of(const Sum& sum, std::int64_t missing) const {
  const Slot& all = sum.all;
  QualityPoint point;
  put_latency(all, point);
  if (point.own_drops = all.own_drops; point.own_drops) return point;
  if (all.intervals > 1) {
    const auto n = static_cast<double>(all.intervals);
    const double squares = all.interval_ms2 - all.interval_ms * all.interval_ms / n;
    point.jitter_ms = std::sqrt(std::max(squares, 0.0) / (n - 1));
  }
  const bool no_unit = span_.from && medium_ == Medium::kVideo && !units_known_ && missing == 0;  // but packets, maybe
  if (no_unit) return point;
  const std::int64_t packets_sent = all.packets > 0 ? all.highest - all.lowest + 1 : 0;
  const std::int64_t sent = missing + (units_known_ ? sum.decided.units : packets_sent);
  if (medium_ == Medium::kVideo) point.due_per_second = frames_due_per_second(all.numbered);
  point.lost_only = !units_known_ && !playout_known_;
  const std::int64_t good = units_known_ ? sum.decided.played : all.packets;
  if (sent > 0) point.set_played(std::clamp<std::int64_t>(good, 0, sent), sent);
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
  if (newest_ < 0 && owed_around_ == 0) return std::nullopt;
  const std::int64_t slot = std::min((now - span_.began).ns() / kSlotLength.ns(), kFarthestSlot);
  extend_trail(slot - kSettled);
  QualityView view{span_.from ? point_of_all(slot - kSettled) : point_before(slot + 1, slot - kSettled),
                   trail_.points()};
  if (medium_ != Medium::kAudio) return view;
  if (!view.now.own_drops) view.now.burst_ratio = burst_ratio(slot + 1);
  view.voice = voice_quality(view.now);
  return view;
}

}  // namespace jitterscope
