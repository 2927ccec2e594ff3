#include "core/metrics/curve_track.h"

#include <cmath>

#include "core/metrics/curve_view.h"
#include "core/metrics/sequence_ledger.h"

namespace jitterscope {
namespace {

Duration since_epoch(std::int64_t rtp_timestamp, std::int64_t clock_hz) {
  const std::int64_t seconds = rtp_timestamp / clock_hz, rest = rtp_timestamp % clock_hz;
  return Duration::seconds(seconds) + Duration::ns(rest * 1'000'000'000 / clock_hz);
}

Duration renewal_of(MeasureWindow window) {
  const bool long_one = window == MeasureWindow::k15min || window == MeasureWindow::kWhole;
  return long_one ? Duration::seconds(1) : Duration::ms(200);
}

}  // namespace

struct CurveTrack::State {
  Medium medium{};
  Timestamp began;
  Duration period;
  std::int64_t clock_hz = 0;
  std::optional<PlayoutSetting> setting;
  std::optional<CurveStream> stream;
  SequenceLedger ledger;                      // audio
  std::optional<Duration> conference_offset;  // video: conference - local, by the last packet
  std::shared_ptr<const CompensationView> view;
  Timestamp view_made;

  /// `delay` = by send times, where they are known.
  void add_unit(std::uint32_t ssrc, std::int64_t number, Timestamp received, std::optional<Duration> delay,
                std::int64_t rtp_timestamp, bool talkspurt) {
    if (!stream || stream->ssrc() != ssrc || (delay && !stream->by_send_time()))
      stream.emplace(medium, ssrc, delay.has_value(), period);
    if (delay)
      stream->add(number, received, *delay, talkspurt);
    else if (!stream->by_send_time())
      stream->add(number, received, Duration::ns(received.ns()) - since_epoch(rtp_timestamp, clock_hz), talkspurt);
  }

  void decide(std::uint32_t ssrc, std::int64_t number, Timestamp playout, PlayoutOutcome outcome) {
    if (stream && stream->ssrc() == ssrc) stream->decide(number, playout, outcome);
  }
};

CurveTrack::CurveTrack(Medium medium, Timestamp call_began) : state_(std::make_unique<State>()) {
  state_->medium = medium;
  state_->began = call_began;
  set_period(std::nullopt);
  set_clock(usual_clock(medium));
}
CurveTrack::~CurveTrack() = default;
CurveTrack::CurveTrack(CurveTrack&&) noexcept = default;
CurveTrack& CurveTrack::operator=(CurveTrack&&) noexcept = default;

void CurveTrack::add(const PacketArrived& packet) {
  State& s = *state_;
  if (s.medium == Medium::kVideo) {
    s.conference_offset.reset();
    if (packet.received_conference) s.conference_offset = *packet.received_conference - packet.received;
    return;
  }
  if (s.stream && s.stream->ssrc() != packet.ssrc) s.ledger = {};
  if (s.ledger.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate) return;
  std::optional<Duration> delay;
  if (packet.received_conference && packet.sent_conference)
    delay = *packet.received_conference - *packet.sent_conference;
  s.add_unit(packet.ssrc, packet.sequence, packet.received, delay, packet.rtp_timestamp, packet.marker);
}

void CurveTrack::add(const FrameDone& frame) {
  State& s = *state_;
  if (frame.outcome != FrameOutcome::kComplete && frame.outcome != FrameOutcome::kPatched) return;
  std::optional<Duration> delay;
  if (frame.sent_conference && s.conference_offset)
    delay = frame.completed + *s.conference_offset - *frame.sent_conference;
  s.add_unit(frame.ssrc, frame.frame, frame.completed, delay, frame.rtp_timestamp, true);
}

void CurveTrack::add(const AudioBlockDone& block) {
  state_->decide(block.ssrc, block.sequence, block.playout, block.outcome);
}

void CurveTrack::add(const FramePlayed& frame) {
  state_->decide(frame.ssrc, frame.frame, frame.playout, frame.outcome);
}

void CurveTrack::add(const PlayoutDecided& decided) {
  if (decided.medium != state_->medium) return;
  const std::optional<PlayoutSetting> setting = PlayoutSetting::parse(decided.policy.view());
  if (!setting || setting == state_->setting) return;
  state_->setting = setting;
  if (state_->stream) state_->stream->forget_decisions();
}

void CurveTrack::set_period(std::optional<double> period_ms) {
  const Duration usual = state_->medium == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod;
  state_->period = period_ms && *period_ms > 0 ? Duration::from_ms(*period_ms) : usual;
}

void CurveTrack::set_clock(const StreamClock& clock) {
  state_->clock_hz = std::llround(clock.timestamp_hz);
}

std::shared_ptr<const CompensationView> CurveTrack::view(Timestamp now, const AnalysisQuery& query) {
  State& s = *state_;
  if (!s.stream) return nullptr;
  if (!s.view || s.view->query != query || now - s.view_made >= renewal_of(query.window)) {
    s.view = std::make_shared<CompensationView>(compensation_view(*s.stream, s.medium, s.began, query, s.setting));
    s.view_made = now;
  }
  return s.view;
}

void CurveTrack::renew() {
  state_->view.reset();
}

std::optional<Duration> CurveTrack::optimal_delay() const {
  return state_->stream ? state_->stream->optimal_delay() : std::nullopt;
}

}  // namespace jitterscope
