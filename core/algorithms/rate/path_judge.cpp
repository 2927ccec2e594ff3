#include "core/algorithms/rate/path_judge.h"

#include <cmath>
#include <utility>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/algorithms/rate/two_stream_choices.h"

namespace jitterscope {
namespace {

using namespace two_stream;

}  // namespace

using namespace two_stream;

void QueueDrain::begin() {
  in_break_ = draining_ = true;
  last_ms_ = most_ms_ = 0;
  flat_reports_ = 0;
}

void QueueDrain::end() {
  told_of_break_ = told_of_break_ || in_break_;
  in_break_ = false;
}

void QueueDrain::add(const Report& report) {
  standing_ = false;
  if (!in_break_ && report.rushes && report.excess_ms > kMuchMore * queue_ms_) draining_ = false;
  if (!draining_ || !report.fresh) return;
  const double change = report.rise_ms - last_ms_;
  // In a break the queue may still fill by what is under way.
  const bool moves = (in_break_ ? std::abs(change) : -change) > kStandingShare * last_ms_;
  flat_reports_ = moves ? 0 : flat_reports_ + 1;
  most_ms_ = std::max(most_ms_, report.excess_ms);
  last_ms_ = report.rise_ms;
  const bool above = report.excess_ms > std::max(report.limit_ms, kDrainedShare * most_ms_);
  draining_ = above && flat_reports_ < kStandingReports && (in_break_ || !report.rushes);
  standing_ = above && !draining_;
}

void PathJudge::add(const PacketSent& packet) {
  if (!packet.accepted) return;
  const std::int32_t bytes = sent_.add(packet);
  fit_.sent(packet.sent, bytes, packet.medium == Medium::kAudio ? std::optional(packet.sequence) : std::nullopt);
}

Duration PathJudge::report_interval() const {
  return sent_.sound_interval() * kSoundsOfReport;
}

void PathJudge::begin_step() {
  step_from_ = sent_.next_sound();
  counts_.clear();
  fresh_above_ = false;
}

void PathJudge::begin_break() {
  drain_.begin();
  fit_.forget();
  begin_step();
}

void PathJudge::end_break() {
  drain_.end();
}

void PathJudge::accept_delay() {
  if (before_) accepted_ms_ = before_->ms;
  above_ = false;
  levels_.clear();
  drain_.give_up();
  fit_.forget();
}

bool PathJudge::take_back_fills() {
  return std::exchange(back_fills_, false);
}

std::optional<PathFinding> PathJudge::take() {
  return std::exchange(finding_, std::nullopt);
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

/// From the middle of the last report's 8 packets to that of this one's.
PathJudge::Pace PathJudge::pace(const TrendReported& report, std::int64_t end) {
  Pace pace;
  if (before_ && end > before_->end && end - before_->end <= 4 * kSoundsOfReport && sent_.has_sound()) {
    const Timestamp from = sent_.sound_sent_at(before_->end - kSoundsOfReport / 2),
                    until = sent_.sound_sent_at(end - kSoundsOfReport / 2);
    const double ms = (until - from).ms(), more = report.rise_ms - before_->ms;
    if (ms > 0 && more > -ms) pace = {more / ms, sent_.kilobits(from, until) * 1e3 / ms / (1 + more / ms)};
  }
  before_ = Before{end, report.rise_ms};
  return pace;
}

/// Share of both media that was lost within about a second, or since the last report; 0: too few to tell.
double PathJudge::loss(const TrendReported& report) {
  while (counts_.size() > 1 && counts_[1].at + kLossWindow < report.at) counts_.pop_front();
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
  const double most = std::max(kStandingMs, kStandingPackets * sent_.own_queue(report.at).packet_ms);
  if (report.rise_ms - least > kBackFactor * most && growth > kRush) back_fills_ = true;
  back_.push_back({report.at, report.rise_ms});
  while (back_.front().at + kReferenceAge < report.at) back_.pop_front();
}

void PathJudge::add(const TrendReported& report) {
  if (report.direction == Direction::kSent) return listen_back(report);
  last_report_ = report.at;
  finding_ = judge(report);
}

std::optional<PathCause> PathJudge::congestion(const PathFinding& finding, const Judged& judged) {
  const bool confirmed = std::exchange(fresh_above_, finding.above);
  const double far =
      std::max(kFarMs, kFarWaits * judged.own.wait_ms) + std::min(kScatterFactor * scatter_ms_, kMostScatterMs);
  if (judged.lost >= kLossShare) return PathCause::kLoss;
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
  drain_.heard(finding.fresh);
  const auto before = std::exchange(carried_, std::nullopt);
  const double unexplained_before = std::exchange(unexplained_ms_, 0);
  finding.fitted = false;
  if (!drain_.over()) return fit_.forget();
  fit_.reported(end, report.rise_ms - accepted_ms_, report.at);
  finding.fitted = fit_.ready();
  const std::int32_t largest = sent_.largest_picture_packet();
  if (largest == 0) return;
  finding.carried = carried_ = fit_.carried(largest);
  if (!before) return;
  const double limit =
      std::max({kUnexplainedMs, kMisfits * before->misfit_ms, kPacketShare * largest * 8 / before->kbps});
  finding.unexplained_ms = unexplained_ms_ = fit_.unexplained_ms(before->kbps);
  const bool grows = unexplained_before > limit && unexplained_ms_ > kMuchMore * unexplained_before;
  finding.narrower = grows || unexplained_ms_ > std::max(limit, kOnePacketMore * before->packet_ms);
}

PathFinding PathJudge::judge(const TrendReported& report) {
  PathFinding finding;
  const Timestamp now = report.at;
  const std::int64_t end = sent_.extended(report.end_sequence);
  const Pace pace = this->pace(report, end);
  finding.packets = step_from_ ? static_cast<int>(std::clamp<std::int64_t>(end - *step_from_ + 1, 0, 1'000'000)) : 0;
  finding.fresh = finding.packets >= kSoundsOfReport;
  look_at_capacity(finding, report, end);
  finding.rise_ms = report.rise_ms;
  accepted_ms_ = std::min(accepted_ms_, report.rise_ms);
  finding.over_ms = report.rise_ms - accepted_ms_;

  Judged judged{.own = sent_.own_queue(now), .noise_ms = report.noise_ms};
  const double before = reference(now, judged.own);
  judged.most_ms = limit(judged.own, before);
  judged.severe_ms = std::min(kSevere * judged.most_ms, judged.most_ms + kSevereMs);
  judged.lost = finding.lost = finding.fresh ? loss(report) : 0;
  finding.excess_ms = report.rise_ms - before;
  finding.above = finding.excess_ms > judged.most_ms;
  judged.rushes = finding.above && pace.growth > kRush;
  const bool rushes = finding.excess_ms > judged.severe_ms && pace.growth > kRush;
  const bool busy = std::exchange(above_, finding.above) && finding.above;
  drain_.add({finding.rise_ms, finding.excess_ms, judged.most_ms, finding.fresh, rushes});
  finding.draining = drain_.draining();
  finding.standing = drain_.standing();
  std::optional<double> carried = pace.carried_kbps > 0 ? std::optional(pace.carried_kbps) : std::nullopt;
  if (finding.above && sent_.has_sound()) {
    const BusyPeriod::Moment moment{sent_.sound_sent_at(end - kSoundsOfReport / 2), report.rise_ms,
                                    report.audio_expected + report.video_packets + report.video_lost,
                                    report.audio_lost + report.video_lost};
    if (const auto told =
            busy_.busy(moment, [&](Timestamp from, Timestamp until) { return sent_.kilobits(from, until); }))
      carried = told;
  } else {
    busy_.over();
  }
  if (drain_.in_break() && busy) finding.bandwidth_kbps = carried;
  // Whatever rises while no picture flows is the path's own.
  if (drain_.in_break() && !drain_.draining() && finding.fresh)
    scatter_ms_ = std::max(scatter_ms_, finding.excess_ms / kScatterFactor);
  // Old delays among the 8 only hide a rise, unless they are higher ones.
  if (drain_.draining() || drain_.in_break() || !(finding.fresh || rushes || finding.narrower)) return finding;

  const bool of_this_step = step_from_ && sent_.extended(report.judged_from) >= *step_from_;
  finding.rising = of_this_step && report.verdict == 0.5;
  judged.increasing = of_this_step && report.verdict == 1.0;
  auto cause = congestion(finding, judged);
  if (!cause && finding.narrower) cause = PathCause::kUnexplained;
  if (!cause) {
    if (!finding.above) learn(finding, now);
    return finding;
  }
  finding.congested = true;
  finding.cause = *cause;
  finding.severe = cause == PathCause::kLoss || finding.narrower || finding.excess_ms > judged.severe_ms;
  finding.queue_ms = std::max(finding.excess_ms, 0.0) + std::max(pace.growth, 0.0) * kReportLag.ms();
  drain_.queued(finding.queue_ms);
  if (finding.severe && (busy || pace.growth > 0)) finding.bandwidth_kbps = carried;
  return finding;
}

}  // namespace jitterscope
