#include "core/measures/tracks/streams/received_stream.h"

#include <algorithm>
#include <numeric>

#include "core/events/kinds/sender_summary.h"
#include "core/measures/definitions/delay_belief.h"
#include "core/measures/packets/own_drops.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMax24Bits = 0x7fffff;

}  // namespace

ReceivedStream::ReceivedStream(Medium medium, const FigureSpan& span, SampleMemory memory)
    : medium_(medium), span_(span), track_(medium, span), measures_(span.began, memory) {}

void ReceivedStream::begin(std::uint32_t ssrc) {
  if (now_.active) {
    track_.restart(totals());
    now_ = Figures(clock_, span_.recent());
    departures_.clear();
    measures_.restart();
  }
  now_.active = true;
  now_.ssrc = ssrc;
}

void ReceivedStream::continue_from(const ReceivedStream& before) {
  set_clock(before.clock_);
  rule_ = before.rule_;
  track_.continue_from(before.track_, before.totals());
  jitter_series_ = before.jitter_series_;
  delay_series_ = before.delay_series_;
  rejected_ = before.rejected_;
}

void ReceivedStream::add_to_unit(const PacketArrived& packet) {
  if (!now_.active || packet.ssrc != now_.ssrc) begin(packet.ssrc);
  if (!packet.untimed) now_.foreign = !packet.frame;
  if (now_.earlier.insert(packet.sequence).second) count_frame(packet);
}

void ReceivedStream::expect(std::uint32_t ssrc, std::int64_t packets_around, std::int64_t of_units) {
  if ((packets_around == 0 && of_units == 0) || (now_.active && now_.ssrc != ssrc)) return;
  now_.active = true;
  now_.ssrc = ssrc;
  now_.around = packets_around;
  now_.units_around = of_units;
}

void ReceivedStream::count(const PacketArrived& packet, bool with_unit) {
  if (!now_.active || packet.ssrc != now_.ssrc) begin(packet.ssrc);
  const SecondBySecond::Totals before = totals();
  if (now_.ledger.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate) return;
  now_.sender_counts.add_packet(packet.received, *now_.ledger.highest());
  track_.add_packet(packet.received, packet.size, before);
  now_.bytes += packet.size;
  if (!packet.untimed) now_.foreign = !packet.frame;
  if (packet.sequence == now_.ledger.highest()) {  // a late one may be of the run before
    now_.runs += now_.run_offset.value_or(packet.run_offset) != packet.run_offset;
    now_.run_offset = packet.run_offset;
  }
  if (!packet.untimed) measure(packet);
  if (with_unit) count_frame(packet);
  place_dot(packet);
}

void ReceivedStream::measure(const PacketArrived& packet) {
  const double at_s = track_.at_s(packet.received);
  if (clock_.jitter_by == StreamClock::JitterBy::kTimestamps)
    now_.jitter.add(packet.received, packet.rtp_timestamp);
  else if (clock_.jitter_by == StreamClock::JitterBy::kSendTimes && packet.sent_conference)
    now_.jitter.add(packet.received, packet.sent_conference->ns());
  const auto delay = one_way_delay(packet);
  if (delay) now_.send_time_jitter.add(*packet.received_conference, packet.sent_conference->ns());
  if (const auto jitter = now_.jitter.ms()) jitter_series_.add(at_s, *jitter);
  measures_.add(packet.received, delay);
  if (!delay || !now_.delays_known || clock_.send_times == ClockRelation::kUnknown) return;
  now_.delay.add(*delay);
  now_.recent_delay.add(packet.received, delay->ms());
  delay_series_.add(at_s, delay->ms());
}

void ReceivedStream::forget_delays() {
  now_.delays_known = false;
  now_.delay = {};
  now_.recent_delay.restart();
  now_.told_p95_ms.reset();
  delay_series_ = {};
  departures_.clear();
  now_.lost_departures.clear();
}

void ReceivedStream::count_frame(const PacketArrived& packet) {
  if (medium_ == Medium::kAudio) {
    now_.frames.add({packet.sequence, packet.sequence, 0, true, packet.received, packet.rtp_timestamp, packet.marker,
                     !packet.untimed},
                    rule_);
  } else if (packet.frame) {
    now_.frames.add(
        {*packet.frame, packet.sequence, packet.block, packet.marker, packet.received, packet.rtp_timestamp}, rule_);
  }
}

/// The packets of a capture do not tell their frame: frames count as they end.
void ReceivedStream::count_frame(const FrameDone& frame) {
  now_.frames.add({frame.frame, frame.frame, 0, frame.outcome == FrameOutcome::kComplete, frame.completed,
                   frame.timed() ? frame.rtp_timestamp : 0, false, frame.timed()},
                  rule_);
}

void ReceivedStream::place_dot(const PacketArrived& packet) {
  const std::int64_t frame =
      packet.frame ? *packet.frame : now_.foreign_frames.add(packet.rtp_timestamp, packet.sequence);
  track_.add_dot(frame, packet.block.value_or(0), packet.received);
  if (medium_ != Medium::kVideo) return;
  LostDots::Packet came{frame,         packet.sequence, packet.frame ? packet.block : std::nullopt,
                        packet.marker, packet.received, track_.at_s(packet.received)};
  now_.lost.add(came);
  if (!packet.frame || !packet.sent_conference || !now_.delays_known) return;
  departures_.add(frame, packet.block.value_or(0), *packet.sent_conference, came.at_s);
  came.at = *packet.sent_conference;
  now_.lost_departures.add(came);
}

void ReceivedStream::add(const PacketRejected& packet) {
  const auto reason = static_cast<std::size_t>(packet.reason);
  if (reason >= rejected_.size()) return;
  if (packet.count)
    rejected_[reason] += *packet.count;
  else
    ++now_.refused[reason];
}

void ReceivedStream::add(const FrameDone& frame) {
  if (!now_.active || frame.ssrc != now_.ssrc) return;
  if (now_.foreign && frame.outcome != FrameOutcome::kMissing) count_frame(frame);
  now_.frames.end_through(frame.frame);
  if (now_.foreign) {
    if (frame.outcome != FrameOutcome::kMissing) now_.lost.end_through(now_.foreign_frames.ended(frame.rtp_timestamp));
  } else {
    now_.lost.end_through(frame.frame);
    now_.lost_departures.end_through(frame.frame);
  }
  const bool shown = frame.outcome == FrameOutcome::kComplete || frame.outcome == FrameOutcome::kPatched;
  if (shown) track_.add_frame(frame.completed);
}

void ReceivedStream::add(const AudioBlockDone& block) {
  if (!now_.active || block.ssrc != now_.ssrc) return;
  if (!now_.missed_playout) now_.missed_playout = 0;
  if (block.outcome == PlayoutOutcome::kLost) return;
  if (block.outcome == PlayoutOutcome::kLate) ++*now_.missed_playout;
  track_.add_frame(block.playout);
}

void ReceivedStream::add(const SenderSummary& told) {
  if (!now_.active || told.medium != medium_ || told.ssrc != now_.ssrc) return;
  now_.summarised = true;
  now_.sender_counts.add_report({told.at, told.packets});
}

void ReceivedStream::add(const RtcpReported& report) {
  if (!now_.active || report.sender_ssrc != now_.ssrc || !report.sender_packets || now_.summarised) return;
  now_.sender_counts.add_report({report.at, static_cast<std::int64_t>(*report.sender_packets)});
}

void ReceivedStream::add(const RingDropped& e) {
  if (notes_received_of(e) != medium_) return;
  now_.own_drops = e.at;
  const double to_s = track_.at_s(e.at);
  for (LostDots* lost : {&now_.lost, &now_.lost_departures})
    lost->add_own_drops(to_s - kDropsToldEvery.seconds(), to_s);
}

/// Packets behind the last one, that only the sender's reports tell of, and those that expect() says are lost.
template <typename Counts>
void ReceivedStream::fill_counts(Counts& counts, Timestamp now) {
  const std::int64_t counted = span_.from ? 0 : now_.sender_counts.beyond(now, now_.ledger.highest().value_or(0));
  const std::int64_t beyond = now_.around + counted;
  counts.packets = now_.ledger.packets();
  counts.expected = now_.ledger.expected() + beyond;
  counts.lost = now_.ledger.lost() + beyond;
  counts.duplicates = now_.ledger.duplicates();
  counts.reordered = now_.ledger.reordered();
  counts.frames_complete = now_.frames.complete();
  counts.frames_lost = now_.frames.lost() + (medium_ == Medium::kAudio ? now_.units_around + counted : 0);
  counts.frames_late = now_.frames.late();
}

StreamSnapshot ReceivedStream::snapshot(Timestamp now) {
  StreamSnapshot s;
  s.medium = medium_;
  s.direction = Direction::kReceived;
  s.rejected = rejected_;
  if (!now_.active) return s;
  s.active = true;
  s.ssrc = now_.ssrc;
  s.foreign = now_.foreign;
  fill_counts(s, now);
  s.refused_by = now_.refused;
  s.refused = std::accumulate(now_.refused.begin(), now_.refused.end(), std::int64_t{0});
  s.bytes = now_.bytes;
  s.runs = now_.runs;
  s.dvt_ms = now_.frames.dvt_ms();
  if (medium_ == Medium::kAudio) s.blocks_missed_playout = now_.missed_playout;
  if (s.expected > 0) s.loss_ratio = static_cast<double>(*s.lost) / static_cast<double>(s.expected);
  s.jitter_rfc3550_ms = now_.jitter.ms();
  s.jitter_on_send_times_ms = now_.send_time_jitter.ms();
  track_.fill(s, now, totals());
  if (span_.from) s.recent_loss_ratio = s.loss_ratio;
  if (now_.own_drops) s.lost.reset(), s.frames_lost.reset(), s.loss_ratio.reset();
  if (now_.own_drops && (span_.from || now - *now_.own_drops < span_.recent() + kDropsToldEvery))
    s.recent_loss_ratio.reset();
  s.last_departures = departures_.dots();
  s.last_lost = now_.lost.dots();
  s.lost_departures = now_.lost_departures.dots();
  return s;
}

/// The last interval is of what the sender counted behind the last packet, too; nothing is known of one in which this
/// program dropped notes.
void ReceivedStream::fill_figures(StreamSnapshot& s, Timestamp now, bool over) {
  if (!now_.active) return;
  constexpr Duration kLongestInterval = Duration::seconds(1);
  std::optional<SecondBySecond::Totals> all;
  if (over && !(now_.own_drops && now - *now_.own_drops < kLongestInterval + kDropsToldEvery)) {
    all = totals();
    if (!span_.from) all->expected += now_.sender_counts.beyond(now, now_.ledger.highest().value_or(0));
  }
  track_.fill_figures(s, now, all);
  s.delay = figures_of(now_.delay);
  s.recent_delay_mean_ms = now_.recent_delay.mean(now);
  s.jitter_series = jitter_series_.slots();
  s.delay_series = delay_series_.slots();
}

/// The dearest part of a summary, and one that hardly moves in a second.
std::optional<double> ReceivedStream::told_p95_ms(Timestamp now) {
  if (now_.told_p95_ms && now - *now_.told_p95_at < Duration::seconds(1)) return now_.told_p95_ms;
  now_.told_p95_at = now;
  return now_.told_p95_ms = now_.recent_delay.percentile(0.95, now);
}

PeerSummary ReceivedStream::summary(Timestamp now) {
  PeerSummary s;
  s.medium = medium_;
  fill_counts(s, now);
  s.interarrival_mean_ms = track_.recent_interarrival().mean(now);
  s.interarrival_stddev_ms = track_.recent_interarrival().stddev(now);
  s.jitter_ms = now_.jitter.ms();
  s.delay_mean_ms = now_.recent_delay.mean(now);
  s.delay_p95_ms = told_p95_ms(now);
  s.rate_kbps = track_.rate_kbps(now);
  s.at = now;
  return s;
}

std::optional<ReportInput> ReceivedStream::take_report() {
  if (!now_.active) return std::nullopt;
  const SequenceLedger& ledger = now_.ledger;
  const std::int64_t received = ledger.packets() + ledger.duplicates();
  const std::int64_t new_expected = ledger.expected() - now_.reported_expected;
  const std::int64_t new_lost = new_expected - (received - now_.reported_received);
  now_.reported_expected = ledger.expected();
  now_.reported_received = received;
  ReportInput report;
  report.ssrc = now_.ssrc;
  if (new_expected > 0 && new_lost > 0) {
    report.fraction_lost = static_cast<double>(new_lost) / static_cast<double>(new_expected);
  }
  report.cumulative_lost =
      static_cast<std::int32_t>(std::clamp(ledger.expected() - received, -kMax24Bits - 1, kMax24Bits));
  report.highest_sequence = static_cast<std::uint32_t>(*ledger.highest() - now_.run_offset.value_or(0));
  report.jitter = static_cast<std::uint32_t>(std::min(now_.jitter.units().value_or(0), 4294967295.0));
  return report;
}

}  // namespace jitterscope
