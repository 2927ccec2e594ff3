#include "core/measures/tracks/curve/curve_track.h"

#include <cmath>
#include <utility>

#include "core/algorithms/playout/policy_definition.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/definitions/transit_window.h"
#include "core/measures/tracks/curve/curve_view.h"
#include "core/measures/views/answers.h"

namespace jitterscope {
namespace {

Duration since_epoch(std::int64_t rtp_timestamp, std::int64_t clock_hz) {
  const std::int64_t seconds = rtp_timestamp / clock_hz, rest = rtp_timestamp % clock_hz;
  return Duration::seconds(seconds) + Duration::ns(rest * 1'000'000'000 / clock_hz);
}

constexpr Duration kShortestPause = Duration::ms(200);
constexpr Duration kOptimumOver = Duration::seconds(60);
constexpr double kDecisionsTake_s = 10;  // after the arrival

Duration renewal_of(MeasureWindow window) {
  const bool short_one = window == MeasureWindow::k10s || window == MeasureWindow::k60s;
  return short_one ? kShortestPause : Duration::seconds(1);
}

/// Of a sliding window; of the others everything.
Duration length_of(MeasureWindow window) {
  switch (window) {
    case MeasureWindow::k10s: return Duration::seconds(10);
    case MeasureWindow::k60s: return Duration::seconds(60);
    case MeasureWindow::k15min: return Duration::seconds(900);
    case MeasureWindow::kWhole:
    case MeasureWindow::kSelection: break;
  }
  return Duration::ns(std::int64_t{1} << 62);
}

}  // namespace

struct CurveTrack::State {
  Medium medium{};
  Timestamp began;
  Duration period;
  StreamClock clock;
  std::int64_t clock_hz = 0;
  SampleMemory memory{};
  std::optional<PlayoutInForce> in_force;
  std::optional<CurveStream> stream;
  TransitWindow since_capture{kOptimumOver};             // by RTP timestamps: what playout goes by
  SequenceLedger ledger;                                 // audio
  std::optional<Duration> conference_offset;             // video: conference - local, by the last packet
  KeptAnswers<CompensationView, std::uint64_t> answers;  // `changes` then
  Timestamp newest;                                      // unit of the stream
  std::uint64_t changes = 0;                             // of what views are made from, so far

  /// `delay` = by send times, where they are known.
  void add_unit(std::uint32_t ssrc, std::int64_t number, Timestamp received, std::optional<Duration> delay,
                std::int64_t rtp_timestamp, bool talkspurt) {
    if (!stream || stream->ssrc() != ssrc || (delay && !stream->by_send_time())) begin(ssrc, delay.has_value());
    const Duration from_capture = Duration::ns(received.ns()) - since_epoch(rtp_timestamp, clock_hz);
    since_capture.add(received, from_capture);
    if (!delay && stream->by_send_time()) return;
    const Duration transit = delay.value_or(from_capture);
    if (stream->jumps_to(received, transit)) begin(ssrc, delay.has_value());
    stream->add(number, received, transit, talkspurt);
    newest = std::max(newest, received);
    ++changes;
  }

  void begin(std::uint32_t ssrc, bool by_send_time) {
    if (!stream || stream->ssrc() != ssrc) since_capture = TransitWindow(kOptimumOver);
    stream.emplace(medium, ssrc, by_send_time, period, memory);
    answers.clear();
  }

  void decide(std::uint32_t ssrc, std::int64_t number, Timestamp playout, PlayoutOutcome outcome) {
    if (!stream || stream->ssrc() != ssrc) return;
    stream->decide(number, playout, outcome, in_force ? in_force->held : Duration());
    ++changes;
  }

  /// What may still be said; null: it is to be made.
  std::shared_ptr<const CompensationView> said(Timestamp now, const AnalysisQuery& query) {
    if (const auto* known = answers.find(query)) {
      const bool stands = known->state == changes || now - known->made < renewal_of(query.window) ||
                          (query.window == MeasureWindow::kSelection && !selection_changes(*known));
      return stands ? known->view : nullptr;
    }
    const auto* newest_answer = answers.newest();
    const bool soon = newest_answer && memory != SampleMemory::kFile && now - newest_answer->made < kShortestPause;
    return soon ? newest_answer->view : nullptr;
  }

  /// Whether something may have come into the selection since the view was made, or has been forgotten.
  bool selection_changes(const decltype(answers)::Kept& answer) const {
    const CompensationView* view = answer.view.get();
    const auto [from_s, to_s] = view->query.selection_s;
    if ((answer.made - began).seconds() < to_s + kDecisionsTake_s) return true;
    const std::int64_t oldest = stream->ring().begin();
    return view->report.frames > 0 && oldest > 0 && (stream->ring()[oldest].received - began).seconds() > from_s;
  }
};

CurveTrack::CurveTrack(Medium medium, Timestamp call_began, SampleMemory memory) : state_(std::make_unique<State>()) {
  state_->memory = memory;
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
  const std::optional<PlayoutSetting> setting = known_playout(decided.policy.view());
  if (!setting) return;
  State& s = *state_;
  const bool another = s.in_force && s.in_force->setting != *setting;
  s.in_force = {*setting, decided.delay, decided.held};
  ++s.changes;
  if (!another) return;
  if (s.stream) s.stream->forget_decisions(decided.at);
  s.answers.clear();
}

void CurveTrack::continue_from(const CurveTrack& before) {
  state_->in_force = before.state_->in_force;
  state_->period = before.state_->period;
}

void CurveTrack::set_period(std::optional<double> period_ms) {
  const Duration usual = state_->medium == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod;
  state_->period = period_ms && *period_ms > 0 ? Duration::from_ms(*period_ms) : usual;
}

void CurveTrack::set_clock(const StreamClock& clock) {
  state_->clock = clock;
  state_->clock_hz = std::llround(clock.timestamp_hz);
}

std::shared_ptr<const CompensationView> CurveTrack::view(Timestamp now, const AnalysisQuery& query) {
  State& s = *state_;
  if (!s.stream || now - s.newest > length_of(query.window)) return nullptr;  // nothing has come in that time
  if (auto said = s.said(now, query)) return said;
  auto view =
      std::make_shared<CompensationView>(compensation_view(*s.stream, s.clock, s.medium, s.began, query, s.in_force));
  return s.answers.keep({query, std::move(view), now, s.changes});
}

void CurveTrack::renew() {
  state_->answers.clear();
}

std::optional<Duration> CurveTrack::optimal_delay() const {
  return optimum_of(state_->since_capture.bins());
}

}  // namespace jitterscope
