#include "core/metrics/received_stream.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::int64_t kMax24Bits = 0x7fffff;

}  // namespace

ReceivedStream::ReceivedStream(Medium medium, Timestamp call_began, SampleMemory memory)
    : medium_(medium), track_(medium, call_began), measures_(call_began, memory) {}

void ReceivedStream::begin(std::uint32_t ssrc) {
  if (now_.active) {
    now_ = Figures(clock_);
    track_.restart();
    measures_.restart();
  }
  now_.active = true;
  now_.ssrc = ssrc;
}

SecondBySecond::Totals ReceivedStream::totals() const {
  return {now_.bytes, now_.ledger.expected(), now_.ledger.packets()};
}

void ReceivedStream::add(const PacketArrived& packet) {
  if (!now_.active || packet.ssrc != now_.ssrc) begin(packet.ssrc);
  const SecondBySecond::Totals before = totals();
  if (now_.ledger.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate) return;
  track_.add_packet(packet.received, packet.size, before);
  now_.bytes += packet.size;
  now_.foreign = !packet.frame;
  measure(packet);
  count_frame(packet);
  place_dot(packet);
}

void ReceivedStream::measure(const PacketArrived& packet) {
  const double at_s = track_.at_s(packet.received);
  if (clock_.jitter_by == StreamClock::JitterBy::kTimestamps)
    now_.jitter.add(packet.received, packet.rtp_timestamp);
  else if (clock_.jitter_by == StreamClock::JitterBy::kSendTimes && packet.sent_conference)
    now_.jitter.add(packet.received, packet.sent_conference->ns());
  if (const auto jitter = now_.jitter.ms()) jitter_series_.add(at_s, *jitter);
  std::optional<Duration> delay;
  if (packet.sent_conference && packet.received_conference) delay = *packet.received_conference - *packet.sent_conference;
  measures_.add(packet.received, delay);
  if (!delay) return;
  now_.delay.add(*delay);
  now_.recent_delay.add(packet.received, delay->ms());
  delay_series_.add(at_s, delay->ms());
}

void ReceivedStream::count_frame(const PacketArrived& packet) {
  if (medium_ == Medium::kAudio) {
    now_.frames.add({packet.sequence, packet.sequence, 0, true, packet.received}, period_ms_);
  } else if (packet.frame) {
    now_.frames.add({*packet.frame, packet.sequence, packet.block, packet.marker, packet.received}, period_ms_);
  }
}

void ReceivedStream::place_dot(const PacketArrived& packet) {
  if (!packet.frame && now_.foreign_timestamp.value_or(packet.rtp_timestamp - 1) < packet.rtp_timestamp) {
    now_.foreign_timestamp = packet.rtp_timestamp;
    ++now_.foreign_frame;
  }
  track_.add_dot(packet.frame.value_or(now_.foreign_frame), packet.block.value_or(0), packet.received);
}

void ReceivedStream::add(const PacketRejected& packet) {
  const auto reason = static_cast<std::size_t>(packet.reason);
  if (reason < rejected_.size()) ++rejected_[reason];
}

void ReceivedStream::add(const FrameDone& frame) {
  if (!now_.active || frame.ssrc != now_.ssrc) return;
  now_.frames.end_through(frame.frame);
  const bool shown = frame.outcome == FrameOutcome::kComplete || frame.outcome == FrameOutcome::kPatched;
  if (shown) track_.add_frame(frame.completed);
}

void ReceivedStream::add(const AudioBlockDone& block) {
  if (!now_.active || block.ssrc != now_.ssrc) return;
  if (block.outcome == PlayoutOutcome::kLost) return;
  if (block.outcome == PlayoutOutcome::kLate) ++now_.missed_playout;
  track_.add_frame(block.playout);
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
  s.packets = now_.ledger.packets();
  s.expected = now_.ledger.expected();
  s.lost = now_.ledger.lost();
  s.duplicates = now_.ledger.duplicates();
  s.reordered = now_.ledger.reordered();
  s.bytes = now_.bytes;
  s.frames_complete = now_.frames.complete();
  s.frames_lost = now_.frames.lost();
  s.frames_late = now_.frames.late();
  if (medium_ == Medium::kAudio) s.blocks_missed_playout = now_.missed_playout;
  s.loss_ratio = now_.ledger.loss_ratio();
  s.delay = figures_of(now_.delay);
  s.recent_delay_mean_ms = now_.recent_delay.mean(now);
  s.jitter_rfc3550_ms = now_.jitter.ms();
  s.jitter_series = jitter_series_.slots();
  s.delay_series = delay_series_.slots();
  track_.fill(s, now, totals());
  return s;
}

PeerSummary ReceivedStream::summary(Timestamp now) {
  const SampleFigures interarrival = track_.recent_interarrival(now), delay = now_.recent_delay.figures(now);
  PeerSummary s;
  s.medium = medium_;
  s.packets = now_.ledger.packets();
  s.expected = now_.ledger.expected();
  s.lost = now_.ledger.lost();
  s.duplicates = now_.ledger.duplicates();
  s.reordered = now_.ledger.reordered();
  s.frames_complete = now_.frames.complete();
  s.frames_lost = now_.frames.lost();
  s.frames_late = now_.frames.late();
  s.interarrival_mean_ms = interarrival.mean;
  s.interarrival_stddev_ms = interarrival.stddev;
  s.jitter_ms = now_.jitter.ms();
  s.delay_mean_ms = delay.mean;
  s.delay_p95_ms = delay.p95;
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
  report.highest_sequence = static_cast<std::uint32_t>(*ledger.highest());
  report.jitter = static_cast<std::uint32_t>(std::min(now_.jitter.units().value_or(0), 4294967295.0));
  return report;
}

}  // namespace jitterscope
