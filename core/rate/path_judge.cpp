#include "core/rate/path_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/events/bytes_on_link.h"
#include "core/rate/two_stream_choices.h"

namespace jitterscope {
namespace {

using namespace two_stream;

constexpr Duration kRateWindow = Duration::seconds(1), kQueueWindow = Duration::seconds(1),
                   kFlow = Duration::seconds(3), kKept = Duration::seconds(6);
constexpr Duration kReportLag = Duration::ms(300);  // half of its packets, its way, its waiting
constexpr int kBlock = 8;

}  // namespace

void PathJudge::add(const PacketSent& packet) {
  if (!packet.accepted) return;
  const bool sound = packet.medium == Medium::kAudio;
  auto& packets = sound ? sound_ : picture_;
  packets.push_back(
      {packet.sent, static_cast<std::int32_t>(bytes_on_link(sound ? Transport::kUdp : transport_, 1, packet.size))});
  while (packets.front().at + kKept < packet.sent) packets.pop_front();
  if (sound) next_sound_ = packet.sequence + 1;
  fit_.sent(packet.sent, packets.back().bytes, sound ? std::optional(packet.sequence) : std::nullopt);
}

void PathJudge::add(const SettingChanged& setting) {
  if (setting.end != End::kMine || setting.name.view() != "transport") return;
  transport_ = parse_transport(setting.value.view()).value_or(transport_);
}

Duration PathJudge::report_interval() const {
  if (sound_.size() < 2) return {};
  return (sound_.back().at - sound_.front().at) / static_cast<std::int64_t>(sound_.size() - 1) * kBlock;
}

double PathJudge::kbps(const std::deque<Sent>& packets, Timestamp now) {
  double bits = 0;
  for (const Sent& packet : packets)
    if (packet.at + kRateWindow > now) bits += packet.bytes * 8.0;
  return bits / kRateWindow.ms();
}

bool PathJudge::picture_flows(Timestamp now) const {
  return !picture_.empty() && picture_.back().at + kFlow > now;
}

void PathJudge::begin_step() {
  step_from_ = next_sound_;
  counts_.clear();
  fresh_above_ = false;
}

void PathJudge::begin_break() {
  in_break_ = draining_ = true;
  last_drain_ms_ = 0;
  flat_reports_ = 0;
  most_drain_ms_ = 0;
  fit_.forget();
  begin_step();
}

void PathJudge::end_break() {
  after_break_ = after_break_ || in_break_;
  in_break_ = false;
}

void PathJudge::accept_delay() {
  if (before_) accepted_ms_ = before_->ms;
  above_ = false;
  levels_.clear();
  draining_ = false;
  fit_.forget();
}

bool PathJudge::take_back_fills() {
  return std::exchange(back_fills_, false);
}

std::optional<PathFinding> PathJudge::take() {
  return std::exchange(finding_, std::nullopt);
}

/// The report's 32 bits beside the numbers that we send.
std::int64_t PathJudge::extended(std::int64_t sequence) const {
  const std::int64_t near = next_sound_.value_or(sequence);
  return near + static_cast<std::int32_t>(static_cast<std::uint32_t>(sequence) - static_cast<std::uint32_t>(near));
}

/// The path carries at least what is sent: upper bounds of the times that packets wait for our own on it. The sound's
/// wait is that which three quarters of its packets would stay below if the path carried just this.
PathJudge::OwnQueue PathJudge::own_queue(Timestamp now) const {
  const Timestamp from = now - kQueueWindow;
  auto sound = std::ranges::find_if(sound_, [&](const Sent& packet) { return packet.at >= from; });
  auto picture = std::ranges::find_if(picture_, [&](const Sent& packet) { return packet.at >= from; });
  std::array<double, 2> bytes{};  // of each half: a rate that has just changed is no queue
  std::int32_t largest = 0;
  const auto half = [&](const Sent& packet) -> double& { return bytes[packet.at >= from + kQueueWindow / 2]; };
  for (auto it = sound; it != sound_.end(); ++it) half(*it) += it->bytes;
  for (auto it = picture; it != picture_.end(); ++it) half(*it) += it->bytes, largest = std::max(largest, it->bytes);
  const double bytes_a_ms = std::ranges::max(bytes) / (kQueueWindow / 2).ms();
  if (bytes_a_ms <= 0) return {};
  std::vector<double> waits_ms;
  double backlog = 0;
  Timestamp last = from;
  while (sound != sound_.end() || picture != picture_.end()) {
    const bool next_is_sound = picture == picture_.end() || (sound != sound_.end() && sound->at <= picture->at);
    const Sent& packet = next_is_sound ? *sound++ : *picture++;
    backlog = std::max(0.0, backlog - (packet.at - last).ms() * bytes_a_ms);
    last = packet.at;
    if (next_is_sound) waits_ms.push_back(backlog / bytes_a_ms);
    backlog += packet.bytes;
  }
  OwnQueue queue;
  queue.packet_ms = std::min(largest / bytes_a_ms, kFarMs);
  if (waits_ms.empty()) return queue;
  const auto high = waits_ms.begin() + static_cast<std::ptrdiff_t>(waits_ms.size() * 3 / 4);
  std::nth_element(waits_ms.begin(), high, waits_ms.end());
  queue.wait_ms = *high;
  return queue;
}

double PathJudge::reference(Timestamp now, const OwnQueue& own) const {
  std::optional<double> lowest;
  for (const Level& level : levels_)
    if (level.at + kReferenceAge > now) lowest = std::min(lowest.value_or(level.ms), level.ms);
  return lowest.value_or(accepted_ms_ + own.packet_ms);
}

/// By how much delays may lie above the reference: the more our own packets can queue than they did then.
double PathJudge::limit(const OwnQueue& own, double reference) const {
  const double over_base = reference - accepted_ms_;
  const double most = std::max({kRiseMs, kPacketShare * own.packet_ms, own.wait_ms - over_base}) +
                      std::min(kScatterFactor * scatter_ms_, kMostScatterMs);
  const double standing = std::max(kStandingMs, kStandingPackets * own.packet_ms);
  return std::clamp(standing - over_base, kRiseMs, most);
}

Timestamp PathJudge::sent_at(std::int64_t sequence) const {
  const auto back =
      std::clamp<std::int64_t>(next_sound_.value_or(0) - 1 - sequence, 0, static_cast<std::int64_t>(sound_.size()) - 1);
  return sound_[sound_.size() - 1 - static_cast<std::size_t>(back)].at;
}

double PathJudge::kilobits(Timestamp from, Timestamp until) const {
  double bits = 0;
  for (const auto* packets : {&sound_, &picture_})
    for (const Sent& packet : *packets)
      if (packet.at >= from && packet.at < until) bits += packet.bytes * 8.0;
  return bits / 1e3;
}

/// From the middle of the last report's 8 packets to that of this one's.
PathJudge::Pace PathJudge::pace(const TrendReported& report, std::int64_t end) {
  Pace pace;
  if (before_ && end > before_->end && end - before_->end <= 4 * kBlock && !sound_.empty()) {
    const Timestamp from = sent_at(before_->end - kBlock / 2), until = sent_at(end - kBlock / 2);
    const double ms = (until - from).ms(), more = report.rise_ms - before_->ms;
    if (ms > 0 && more > -ms) pace = {more / ms, kilobits(from, until) * 1e3 / ms / (1 + more / ms)};
  }
  before_ = Before{end, report.rise_ms};
  return pace;
}

/// Share of both media that was lost within about a second, or since the last report; 0: too few to tell.
double PathJudge::loss(const TrendReported& report) {
  while (counts_.size() > 1 && counts_[1].at + kRateWindow < report.at) counts_.pop_front();
  double share = 0;
  if (!counts_.empty()) {
    const TrendReported& old = counts_.front();
    const auto lost = static_cast<std::int32_t>(report.audio_lost - old.audio_lost) +
                      static_cast<std::int32_t>(report.video_lost - old.video_lost);
    const auto all = static_cast<std::int32_t>(report.audio_expected - old.audio_expected) +
                     static_cast<std::int32_t>(report.video_packets - old.video_packets) +
                     static_cast<std::int32_t>(report.video_lost - old.video_lost);
    if (lost >= kLossPackets && all > 0 && lost <= all) share = static_cast<double>(lost) / all;
  }
  counts_.push_back(report);
  return share;
}

/// The way back fills: by how much and how fast, a queue that comes from more than a probe.
void PathJudge::listen_back(const TrendReported& report) {
  double least = report.rise_ms;
  for (const Level& level : back_) least = std::min(least, level.ms);
  const Level before = back_.empty() ? Level{report.at, report.rise_ms} : back_.back();
  const double growth = (report.rise_ms - before.ms) / std::max((report.at - before.at).ms(), 1.0);
  const double most = std::max(kStandingMs, kStandingPackets * own_queue(report.at).packet_ms);
  if (ear_ == TwoStreamEar::kAll && report.rise_ms - least > kBackFactor * most && growth > kRush) back_fills_ = true;
  back_.push_back({report.at, report.rise_ms});
  while (back_.front().at + kReferenceAge < report.at) back_.pop_front();
}

void PathJudge::add(const TrendReported& report) {
  if (report.direction == Direction::kSent) return listen_back(report);
  last_report_ = report.at;
  finding_ = judge(report);
}

/// After a break: do the delays still change, as a queue does that fills or drains?
void PathJudge::watch_drain(PathFinding& finding, double most, bool rushes) {
  const double change = finding.rise_ms - last_drain_ms_;
  const bool moves = (in_break_ ? std::abs(change) : -change) > kStandingShare * last_drain_ms_;
  flat_reports_ = moves ? 0 : flat_reports_ + 1;
  most_drain_ms_ = std::max(most_drain_ms_, finding.excess_ms);
  last_drain_ms_ = finding.rise_ms;
  const bool above = finding.excess_ms > std::max(most, kDrainedShare * most_drain_ms_);
  draining_ = above && flat_reports_ < kStandingReports && (in_break_ || !rushes);
  finding.standing = above && !draining_;
}

std::optional<PathCause> PathJudge::congestion(const PathFinding& finding, const Judged& judged) {
  const bool confirmed = std::exchange(fresh_above_, finding.above);
  const double far =
      std::max(kFarMs, kFarWaits * judged.own.wait_ms) + std::min(kScatterFactor * scatter_ms_, kMostScatterMs);
  if (judged.lost >= kLossShare) return PathCause::kLoss;
  if (ear_ == TwoStreamEar::kTrendAlone) {
    if (judged.increasing) return PathCause::kTrend;
    return finding.over_ms > far ? std::optional(PathCause::kFar) : std::nullopt;
  }
  const bool stands = finding.over_ms > std::max(kStandingMs, kStandingPackets * judged.own.packet_ms);
  if (finding.above &&
      (confirmed || judged.rushes || stands || judged.noise_ms < kQuietMs || finding.excess_ms > judged.severe_ms))
    return judged.increasing ? PathCause::kTrend : PathCause::kRise;
  if (judged.increasing && finding.excess_ms > kTrendShare * judged.most_ms) return PathCause::kTrend;
  if (finding.over_ms > far) return PathCause::kFar;
  return std::nullopt;
}

void PathJudge::learn(const PathFinding& finding, Timestamp now) {
  levels_.push_back({now, finding.rise_ms});
  while (levels_.front().at + kReferenceAge < now) levels_.pop_front();
  scatter_ms_ += kScatterGain * (std::max(0.0, finding.excess_ms) - scatter_ms_);
}

/// Not while a queue drains that was there before anything is reported.
void PathJudge::look_at_capacity(PathFinding& finding, const TrendReported& report, std::int64_t end) {
  after_break_ = after_break_ && !finding.fresh;
  const auto before = std::exchange(carried_, std::nullopt);
  const double unexplained_before = std::exchange(unexplained_ms_, 0);
  finding.fitted = ear_ == TwoStreamEar::kTrendAlone;
  if (finding.fitted || in_break_ || draining_ || after_break_) return fit_.forget();
  fit_.reported(end, report.rise_ms - accepted_ms_, report.at);
  finding.fitted = fit_.ready();
  if (picture_.empty()) return;
  const auto largest = std::ranges::max_element(picture_, {}, &Sent::bytes)->bytes;
  finding.carried = carried_ = fit_.carried(largest);
  if (!before) return;
  const double limit =
      std::max({kUnexplainedMs, kMisfits * before->misfit_ms, kPacketShare * largest * 8 / before->kbps});
  unexplained_ms_ = fit_.unexplained_ms(before->kbps);
  const bool grows = unexplained_before > limit && unexplained_ms_ > kMuchMore * unexplained_before;
  finding.narrower = grows || unexplained_ms_ > std::max(limit, kOnePacketMore * before->packet_ms);
}

PathFinding PathJudge::judge(const TrendReported& report) {
  PathFinding finding;
  const Timestamp now = report.at;
  const std::int64_t end = extended(report.end_sequence);
  const Pace pace = this->pace(report, end);
  finding.packets = step_from_ ? static_cast<int>(std::clamp<std::int64_t>(end - *step_from_ + 1, 0, 1'000'000)) : 0;
  finding.fresh = finding.packets >= kBlock;
  look_at_capacity(finding, report, end);
  finding.rise_ms = report.rise_ms;
  accepted_ms_ = std::min(accepted_ms_, report.rise_ms);
  finding.over_ms = report.rise_ms - accepted_ms_;

  Judged judged{.own = own_queue(now), .noise_ms = report.noise_ms};
  const double before = reference(now, judged.own);
  judged.most_ms = limit(judged.own, before);
  judged.severe_ms = std::min(kSevere * judged.most_ms, judged.most_ms + kSevereMs);
  judged.lost = finding.lost = finding.fresh ? loss(report) : 0;
  finding.excess_ms = report.rise_ms - before;
  finding.above = finding.excess_ms > judged.most_ms;
  judged.rushes = finding.above && pace.growth > kRush;
  const bool rushes = finding.excess_ms > judged.severe_ms && pace.growth > kRush;
  const bool busy = std::exchange(above_, finding.above) && finding.above;
  if (draining_ && !in_break_ && rushes && finding.excess_ms > kMuchMore * queue_ms_) draining_ = false;
  if (finding.fresh && draining_) watch_drain(finding, judged.most_ms, rushes);
  finding.draining = draining_;
  std::optional<double> carried = pace.carried_kbps > 0 ? std::optional(pace.carried_kbps) : std::nullopt;
  if (finding.above && !sound_.empty()) {
    const BusyPeriod::Moment moment{sent_at(end - kBlock / 2), report.rise_ms,
                                    report.audio_expected + report.video_packets + report.video_lost,
                                    report.audio_lost + report.video_lost};
    if (const auto told = busy_.busy(moment, [&](Timestamp from, Timestamp until) { return kilobits(from, until); }))
      carried = told;
  } else {
    busy_.over();
  }
  if (in_break_ && busy) finding.bandwidth_kbps = carried;
  if (ear_ == TwoStreamEar::kTrendAlone) finding.above = false;
  // Whatever rises while no picture flows is the path's own.
  if (in_break_ && !draining_ && finding.fresh) scatter_ms_ = std::max(scatter_ms_, finding.excess_ms / kScatterFactor);
  // Old delays among the 8 only hide a rise, unless they are higher ones.
  if (draining_ || in_break_ || !(finding.fresh || rushes || finding.narrower)) return finding;

  const bool of_this_step = step_from_ && extended(report.judged_from) >= *step_from_;
  finding.rising = of_this_step && report.verdict == 0.5;
  judged.increasing = of_this_step && report.verdict == 1.0;
  auto cause = congestion(finding, judged);
  if (!cause && finding.narrower) cause = PathCause::kRise;
  if (!cause) {
    if (!finding.above) learn(finding, now);
    return finding;
  }
  finding.congested = true;
  finding.cause = *cause;
  finding.severe = cause == PathCause::kLoss || finding.narrower || finding.excess_ms > judged.severe_ms;
  finding.queue_ms = std::max(finding.excess_ms, 0.0) + std::max(pace.growth, 0.0) * kReportLag.ms();
  queue_ms_ = finding.queue_ms;
  if (finding.severe && (busy || pace.growth > 0)) finding.bandwidth_kbps = carried;
  return finding;
}

}  // namespace jitterscope
