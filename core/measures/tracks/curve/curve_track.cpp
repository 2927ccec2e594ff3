#include "core/measures/tracks/curve/curve_track.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/algorithms/playout/policy_definition.h"
#include "core/measures/definitions/delay_belief.h"

namespace jitterscope {
namespace {

/// Of a damaged trace it is at most a lifetime, so that differences of transits fit.
Duration since_epoch(std::int64_t rtp_timestamp, std::int64_t clock_hz) {
  constexpr std::int64_t kMost_s = std::int64_t{1} << 31;
  const std::int64_t seconds = std::clamp(rtp_timestamp / clock_hz, -kMost_s, kMost_s), rest = rtp_timestamp % clock_hz;
  return Duration::seconds(seconds) + Duration::ns(rest * 1'000'000'000 / clock_hz);
}

constexpr double kDecisionsTake_s = 10;  // after the arrival

}  // namespace

CurveTrack::CurveTrack(Medium medium, Timestamp call_began, SampleMemory memory)
    : medium_(medium), began_(call_began), memory_(memory) {
  set_period(std::nullopt);
  set_clock(usual_clock(medium));
}

void CurveTrack::add_unit(std::uint32_t ssrc, std::int64_t number, Timestamp received, std::optional<Duration> delay,
                          std::optional<std::int64_t> rtp_timestamp, bool talkspurt) {
  const bool by_timestamps = clock_.jitter_by == StreamClock::JitterBy::kTimestamps;
  if (by_timestamps && !rtp_timestamp) return;
  const bool by_send_time = !by_timestamps && delay;
  if (!stream_ || stream_->ssrc() != ssrc || (by_send_time && !stream_->by_send_time())) begin(ssrc, by_send_time);
  if (!by_send_time && stream_->by_send_time()) return;
  const Duration transit = by_send_time ? *delay : Duration::ns(received.ns()) - since_epoch(*rtp_timestamp, clock_hz_);
  if (stream_->jumps_to(received, transit)) begin(ssrc, by_send_time);
  stream_->add({number, received, transit, delay, talkspurt});
  newest_ = std::max(newest_, received);
  ++changes_;
}

void CurveTrack::begin(std::uint32_t ssrc, bool by_send_time) {
  stream_.emplace(medium_, ssrc, by_send_time, period_, memory_);
  answers_.clear();
}

void CurveTrack::decide(std::uint32_t ssrc, std::int64_t number, Timestamp playout, PlayoutOutcome outcome) {
  if (!stream_ || stream_->ssrc() != ssrc) return;
  stream_->decide(number, playout, outcome, in_force_ ? in_force_->held : Duration());
  ++changes_;
}

bool CurveTrack::selection_changes(const Answers::Kept& answer) const {
  const auto [from_s, to_s] = answer.query.selection_s;
  if ((answer.made - began_).seconds() < to_s + kDecisionsTake_s) return true;
  const std::int64_t oldest = stream_->ring().begin();
  return answer.view->report.frames > 0 && oldest > 0 && (stream_->ring()[oldest].received - began_).seconds() > from_s;
}

void CurveTrack::add(const PacketArrived& packet) {
  if (medium_ == Medium::kVideo) {
    conference_offset_.reset();
    if (packet.received_conference) conference_offset_ = *packet.received_conference - packet.received;
    return;
  }
  if (stream_ && stream_->ssrc() != packet.ssrc) ledger_ = {};
  if (ledger_.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate || packet.untimed) return;
  add_unit(packet.ssrc, packet.sequence, packet.received, one_way_delay(packet), packet.rtp_timestamp, packet.marker);
}

void CurveTrack::add(const FrameDone& frame) {
  if (frame.outcome != FrameOutcome::kComplete && frame.outcome != FrameOutcome::kPatched) return;
  std::optional<Duration> delay;
  if (frame.sent_conference && conference_offset_)
    delay = frame.completed + *conference_offset_ - *frame.sent_conference;
  if (!frame.timed() && !delay) return;
  const auto timestamp = frame.timed() ? std::optional(frame.rtp_timestamp) : std::nullopt;
  add_unit(frame.ssrc, frame.frame, frame.completed, delay, timestamp, true);
}

void CurveTrack::add(const PlayoutDecided& decided) {
  if (decided.medium != medium_) return;
  const std::optional<PlayoutSetting> setting = known_playout(decided.policy.view());
  if (!setting) return;
  const bool another = in_force_ && in_force_->setting != *setting;
  in_force_ = {*setting, decided.delay, decided.held};
  ++changes_;
  if (!another) return;
  if (stream_) stream_->forget_decisions(decided.at);
  answers_.clear();
}

void CurveTrack::set_period(std::optional<double> period_ms) {
  const Duration usual = medium_ == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod;
  period_ = period_ms && *period_ms > 0 ? Duration::from_ms(*period_ms) : usual;
}

void CurveTrack::set_clock(const StreamClock& clock) {
  clock_ = clock;
  clock_hz_ = std::llround(clock.timestamp_hz);
}

std::shared_ptr<const CompensationView> CurveTrack::view(Timestamp now, const AnalysisQuery& query) {
  const auto length = length_of(query.window);
  if (!stream_ || (length && now - newest_ > *length)) return nullptr;  // nothing has come in that time
  const auto stands = [&](const Answers::Kept& answer) {
    return query.window == MeasureWindow::kSelection && !selection_changes(answer);
  };
  if (auto said = answers_.said(now, query, changes_, stands)) return *said;
  auto view =
      std::make_shared<CompensationView>(compensation_view(*stream_, clock_, medium_, began_, query, in_force_));
  return answers_.keep({query, std::move(view), now, changes_});
}

}  // namespace jitterscope
