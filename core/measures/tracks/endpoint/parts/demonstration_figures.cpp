#include "core/measures/tracks/endpoint/parts/demonstration_figures.h"

#include <algorithm>
#include <cmath>

#include "core/base/stats/block_bootstrap.h"
#include "core/measures/definitions/delay_belief.h"
#include "core/measures/offline/intervals.h"
#include "core/measures/packets/own_drops.h"
#include "core/measures/tracks/streams/stream_track.h"

namespace jitterscope {
namespace {

constexpr double kRuleOfThree = 3;
constexpr std::int64_t kFewestSeconds = 3;
constexpr Duration kSecond = Duration::seconds(1);
constexpr std::size_t kMostReports = 6000;       // six or seven a second
constexpr std::int64_t kFewestBusyReports = 20;  // of the link, ten a second
constexpr Duration kIntervalsHold = Duration::seconds(1);

/// The figure may be newer, or that of bins.
std::optional<Interval95> holding(std::optional<Interval95> interval, std::optional<double> figure) {
  if (!interval || !figure) return std::nullopt;
  return Interval95{std::min(interval->low, *figure), std::max(interval->high, *figure)};
}

}  // namespace

void LossBySecond::count(Timestamp at, std::int64_t lost, std::int64_t expected) {
  if (at - second_began_ >= kSecond) {  // what came before `at`
    const std::int64_t of_second = expected_ - second_expected_;
    if (of_second > 0)
      by_second_.add(std::clamp(static_cast<double>(lost_ - second_lost_) / static_cast<double>(of_second), 0.0, 1.0));
    second_lost_ = lost_;
    second_expected_ = expected_;
    second_began_ = at;
  }
  lost_ = lost;
  expected_ = expected;
}

LossShare LossBySecond::figures() const {
  if (expected_ <= 0) return {};
  const auto expected = static_cast<double>(expected_);
  LossShare figures;
  figures.share = std::clamp(static_cast<double>(lost_) / expected, 0.0, 1.0);
  if (by_second_.count() < kFewestSeconds) return figures;
  const auto seconds = static_cast<double>(by_second_.count());
  const double reach = student_975(seconds - 1) * *by_second_.stddev() / std::sqrt(seconds);
  figures.low = std::max(*figures.share - reach, 0.0);
  figures.high = std::clamp(std::max(*figures.share + reach, kRuleOfThree / expected), 0.0, 1.0);
  return figures;
}

DemonstrationFigures::DemonstrationFigures(DemonstrationKind kind, std::string variant, Timestamp began,
                                           Timestamp call_began)
    : kind_(kind), variant_(std::move(variant)), began_(began), call_began_(call_began) {}

void DemonstrationFigures::add(const PacketSent& packet) {
  if (packet.accepted && packet.sent >= began_)
    (packet.medium == Medium::kVideo ? picture_ : sound_).add(packet.sent, packet.size);
  if (packet.medium != Medium::kVideo || !packet.accepted || packet.sent < began_) return;
  if (last_sent_) interdeparture_.add(packet.sent - *last_sent_);
  last_sent_ = packet.sent;
  departures_.add(packet.frame, packet.block, packet.sent, at_s(packet.sent));
}

void DemonstrationFigures::add(const PacketArrived& packet) {
  if (packet.received < began_) return;
  if (packet.medium == Medium::kVideo ? ledger_.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate
                                      : packet.duplicate)
    return;
  if (packet.medium == Medium::kVideo) packet_loss_.count(packet.received, ledger_.lost(), ledger_.expected());
  if (packet.kernel) {
    kernel_to_user_.add(packet.received - *packet.kernel);
    kernel_to_user_series_.add(at_s(packet.received), (packet.received - *packet.kernel).ms());
  }
  if (packet.medium == Medium::kVideo) return add_video(packet);
  if (last_audio_) audio_interarrival_.add(packet.received - *last_audio_);
  last_audio_ = packet.received;
}

void DemonstrationFigures::add_video(const PacketArrived& packet) {
  if (last_arrived_) interarrival_.add(packet.received - *last_arrived_);
  last_arrived_ = packet.received;
  if (packet.received_conference) conference_offset_ = *packet.received_conference - packet.received;
  if (const auto delay = one_way_delay(packet)) packet_delay_.add(*delay);
  if (!packet.frame) return;
  if (!frames_) frames_.emplace(*packet.frame);
  arrivals_.add(*packet.frame, packet.block.value_or(0), packet.received, at_s(packet.received));
  lost_.add({*packet.frame, packet.sequence, packet.block, packet.marker, packet.received, at_s(packet.received)});
}

void DemonstrationFigures::add(const FrameDone& frame) {
  if (frame.completed < began_ || !frames_ || frame.frame < frames_->first()) return;
  const bool lost = frame.outcome == FrameOutcome::kIncomplete || frame.outcome == FrameOutcome::kMissing;
  frames_->add(frame.frame, lost);
  lost_.end_through(frame.frame);
  frame_loss_.count(frame.completed, frames_->lost(), frames_->frames());
  if (!lost && frame.sent_conference && conference_offset_)
    frame_delay_.add(frame.completed + *conference_offset_ - *frame.sent_conference);
}

void DemonstrationFigures::add(const PeerSummary& summary) {
  if (summary.at < began_) return;
  if (summary.medium == Medium::kAudio) {
    if (!first_peer_sound_) first_peer_sound_ = summary;
    return peer_sound_loss_.count(summary.at, summary.lost - first_peer_sound_->lost,
                                  summary.expected - first_peer_sound_->expected);
  }
  if (!first_peer_) first_peer_ = summary;
  const auto &first = *first_peer_, &last = summary;
  const std::int64_t frames_lost = last.frames_lost - first.frames_lost;
  peer_packet_loss_.count(summary.at, last.lost - first.lost, last.expected - first.expected);
  peer_frame_loss_.count(summary.at, frames_lost, frames_lost + last.frames_complete - first.frames_complete);
}

/// Of what this end sends; where the clocks are not known to agree there is no delay.
void DemonstrationFigures::add(const TrendReported& report) {
  if (report.direction != Direction::kReceived || report.at < began_) return;
  unreported_ = std::max(unreported_, report.at - reported_);  // which may have come as the half ended
  reported_ = std::max(reported_, report.at);
  if (!report.delay_ms) return;
  sound_delay_.add(Duration::from_ms(*report.delay_ms));
  if (sound_delay_series_.size() < kMostReports) sound_delay_series_.push_back({at_s(report.at), *report.delay_ms});
}

/// What the link can carry is seen while packets wait for it.
void DemonstrationFigures::add(const LinkReport& report) {
  if (report.way == LinkWay::kUp && report.at >= began_ && !report.overloaded && report.queue_packets > 0)
    link_kbps_.add(report.delivered_kbps);
}

void DemonstrationFigures::add(const RingDropped& drops) {
  if (drops.at < began_ || notes_received_of(drops) != Medium::kVideo) return;
  dropped_notes_ = true;
  lost_.add_own_drops(at_s(drops.at - kDropsToldEvery), at_s(drops.at));
}

void DemonstrationFigures::add(const AudioBlockDone& block) {
  if (block.playout < began_) return;
  const bool gap = block.outcome != PlayoutOutcome::kPlayed;
  audio_gaps_ = audio_gaps_.value_or(0) + (gap && !in_gap_ ? 1 : 0);
  in_gap_ = gap;
}

void DemonstrationFigures::add(const ThreadWoke& thread) {
  if (thread.woke >= began_) sender_wake_.add(thread.woke - thread.deadline);
}

void DemonstrationFigures::add(const DelaySplit& split) {
  if (!split.system || !split.network || !split.clock_bound_ms) return;
  system_ms_.add(split.system->ms());
  network_ms_.add(split.network->ms());
  bound_ms_.add(*split.clock_bound_ms);
}

std::optional<double> DemonstrationFigures::os_share() const {
  return delay_shares(system_ms_.mean(), network_ms_.mean(), bound_ms_.mean()).system;
}

/// Of what its kind shows.
HalfIntervals DemonstrationFigures::intervals() const {
  const auto of_mean = [](const HalfSample& sample) {
    const auto mean = sample.distribution().moments_ms().mean();
    return mean ? stretch_mean_interval(*mean, sample.in_order()).interval : std::nullopt;
  };
  HalfIntervals made;
  if (kind_ == DemonstrationKind::kRateControl) {
    made.peer_sound_delay_p50 = percentile_interval(sound_delay_.in_order(), 0.5);
    return made;
  }
  made.audio_interarrival_stddev = stddev_interval(audio_interarrival_.in_order());
  if (kind_ == DemonstrationKind::kShaping) {
    made.frame_delay_mean = of_mean(frame_delay_);
  } else {
    made.kernel_to_user_p50 = percentile_interval(kernel_to_user_.in_order(), 0.5);
    made.kernel_to_user_p99 = percentile_interval(kernel_to_user_.in_order(), 0.99);
  }
  return made;
}

DemonstrationHalf DemonstrationFigures::half(Timestamp now, bool over) const {
  DemonstrationHalf half;
  half.variant = variant_;
  half.seconds = (now - began_).seconds();
  half.packets = ledger_.packets();
  if (!dropped_notes_) half.packets_lost = ledger_.lost();
  half.frames = frames_ ? frames_->frames() : 0;
  half.frames_lost = frames_ ? frames_->lost() : 0;
  half.packet_loss = packet_loss_.figures();
  half.frame_loss = frame_loss_.figures();
  half.peer_packet_loss = peer_packet_loss_.figures();
  half.peer_frame_loss = peer_frame_loss_.figures();
  half.packet_delay = figures_of(packet_delay_);
  half.frame_delay = figures_of(frame_delay_.distribution());
  half.interdeparture = figures_of(interdeparture_);
  half.interarrival = figures_of(interarrival_);
  half.departures = departures_.dots();
  half.arrivals = arrivals_.dots();
  half.lost = lost_.dots();
  half.kernel_to_user = figures_of(kernel_to_user_.distribution());
  half.audio_interarrival = figures_of(audio_interarrival_.distribution());
  half.sender_wake = figures_of(sender_wake_);
  half.kernel_to_user_series = kernel_to_user_series_.slots();
  half.os_share = os_share();
  half.audio_gaps = audio_gaps_;
  half.peer_sound_delay = figures_of(sound_delay_.distribution());
  half.peer_sound_delay_series = sound_delay_series_;
  half.peer_sound_loss = peer_sound_loss_.figures();
  half.unreported_s = std::max(unreported_, now - reported_).seconds();
  half.picture_kbps = picture_.seconds(now);
  half.sound_kbps = sound_.seconds(now);
  if (link_kbps_.count() >= kFewestBusyReports) half.link_kbps = link_kbps_.mean();
  if (over || !intervals_at_ || now - *intervals_at_ >= kIntervalsHold) {
    intervals_ = intervals();
    intervals_at_ = now;
  }
  const HalfIntervals& made = intervals_;
  half.intervals = {holding(made.frame_delay_mean, half.frame_delay.mean),
                    holding(made.kernel_to_user_p50, half.kernel_to_user.p50),
                    holding(made.kernel_to_user_p99, half.kernel_to_user.p99),
                    holding(made.audio_interarrival_stddev, half.audio_interarrival.stddev),
                    holding(made.peer_sound_delay_p50, half.peer_sound_delay.p50)};
  return half;
}

}  // namespace jitterscope
