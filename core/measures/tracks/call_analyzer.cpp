#include "core/measures/tracks/call_analyzer.h"

#include <variant>

#include "core/algorithms/playout/policy_definition.h"
#include "core/measures/definitions/delay_belief.h"
#include "core/measures/definitions/known_delays.h"
#include "core/measures/tracks/call_log.h"
#include "core/measures/tracks/conditions_track.h"
#include "core/measures/tracks/curve/curve_track.h"
#include "core/measures/tracks/delay_track.h"
#include "core/measures/tracks/demonstration_track.h"
#include "core/measures/tracks/peer_track.h"
#include "core/measures/tracks/picture_track.h"
#include "core/measures/tracks/playout_track.h"
#include "core/measures/tracks/quality_track.h"
#include "core/measures/tracks/rate_track.h"
#include "core/measures/tracks/received_stream.h"
#include "core/measures/tracks/sender_times_track.h"
#include "core/measures/tracks/sent_stream.h"
#include "core/measures/tracks/thread_rows.h"

namespace jitterscope {

struct CallAnalyzer::State {
  State(Timestamp call_began, SampleMemory wanted) : began(call_began), memory(wanted) {}

  Timestamp began;
  SampleMemory memory;
  AnalysisQuery query;
  SentStream sent_audio{Medium::kAudio, began}, sent_video{Medium::kVideo, began};
  ReceivedStream received_audio{Medium::kAudio, began, memory}, received_video{Medium::kVideo, began, memory};
  CurveTrack audio_curve{Medium::kAudio, began, memory}, video_curve{Medium::kVideo, began, memory};
  PlayoutTrack audio_playout, video_playout;
  QualityTrack audio_quality{Medium::kAudio, began}, video_quality{Medium::kVideo, began};
  PeerQualityTrack peer_audio_quality{began}, peer_video_quality{began};
  PictureTrack picture;
  PeerTrack peer_audio{began}, peer_video{began};
  RateTrack rate{began};
  ThreadRows threads{began};
  CallLog log{began};
  ConditionsTrack conditions{began};
  DemonstrationTrack demonstration{began};
  const std::function<void(const DelaySplit&)> compare = [this](const DelaySplit& split) {
    demonstration.add(split);
    quality(split.medium).add(split);
  };
  DelayTrack audio_delay{Medium::kAudio, began, compare}, video_delay{Medium::kVideo, began, compare};
  SenderTimesTrack sender_times;
  RecentWindow encode_ms, decode_ms;
  std::optional<double> round_trip_ms, fetching_ms, burst_interval_ms;
  std::int64_t overrun_blocks = 0;
  DelayBelief audio_belief, video_belief;
  StreamClock audio_clock = usual_clock(Medium::kAudio), video_clock = usual_clock(Medium::kVideo);
  std::optional<ClockSynced> last_clock;

  ReceivedStream& received(Medium medium) { return medium == Medium::kVideo ? received_video : received_audio; }

  CurveTrack& curve(Medium medium) { return medium == Medium::kVideo ? video_curve : audio_curve; }
  PlayoutTrack& playout(Medium medium) { return medium == Medium::kVideo ? video_playout : audio_playout; }
  QualityTrack& quality(Medium medium) { return medium == Medium::kVideo ? video_quality : audio_quality; }

  DelayBelief& belief(Medium medium) { return medium == Medium::kVideo ? video_belief : audio_belief; }
  StreamClock& clock(Medium medium) { return medium == Medium::kVideo ? video_clock : audio_clock; }
  DelayTrack& delay(Medium medium) { return medium == Medium::kVideo ? video_delay : audio_delay; }

  void add(const PacketSent& e) {
    sender_times.add(e);
    (e.medium == Medium::kVideo ? sent_video : sent_audio).add(e);
    demonstration.add(e);
    rate.add(e);
  }
  void set_clock(Medium medium, const StreamClock& wanted) {
    received(medium).set_clock(wanted);
    curve(medium).set_clock(wanted);
    quality(medium).set_clock(wanted);
  }
  void add(const PacketArrived& e) {
    DelayBelief& delays = belief(e.medium);
    const bool doubted = delays.lost();
    PacketArrived believed = e;
    if (!delays.take(e)) believed.sent_conference.reset();
    if (doubted && !delays.lost()) believe_again(e.medium);
    received(e.medium).add(delays.lost() ? e : believed);
    picture.add(e);
    curve(e.medium).add(e);
    quality(e.medium).add(believed);
    delay(e.medium).add(believed);
    demonstration.add(believed);
    threads.add(e);
    rate.add(e);
    if (!doubted && delays.lost()) forget_delays(e.medium, e.received);
  }
  /// What the clocks do not allow is said once, with the first packet of it.
  void forget_delays(Medium medium, Timestamp now) {
    received(medium).forget_delays();
    quality(medium).forget_delays();
    delay(medium) = DelayTrack(medium, began, compare);
    StreamClock unknown = clock(medium);
    unknown.send_times = ClockRelation::kUnknown;
    curve(medium).set_clock(unknown);
    log.add(Notice{1, ShortText<160>(why_impossible(*belief(medium).impossible())), now});
  }
  void believe_again(Medium medium) {  // another stream
    quality(medium).set_clock(clock(medium));
    curve(medium).set_clock(clock(medium));
    if (last_clock) delay(medium).add(*last_clock);
  }
  void add(const PacketRejected& e) { received(e.medium).add(e); }
  void add(const FrameEncoded& e) {
    encode_ms.add(e.encode_end, (e.encode_end - e.encode_begin).ms());
    sender_times.add(e);
  }
  void add(const FrameSent& e) {
    sent_video.add(e);
    sender_times.add(e);
    fetching_ms = e.fetching.ms();
    burst_interval_ms = e.burst_interval.ms();
    overrun_blocks += e.overrun_blocks;
  }
  void add(const FrameDone& e) {
    received_video.add(e);
    video_curve.add(e);
    video_playout.add(e);
    video_quality.add(e);
    video_delay.add(e);
    FrameDone believed = e;
    if (video_belief.lost()) believed.sent_conference.reset();
    demonstration.add(believed);
  }
  void add(const FrameDecoded& e) {
    video_delay.add(e);
    if (e.ok) decode_ms.add(e.decode_end, (e.decode_end - e.decode_begin).ms());
  }
  void add(const AudioBlockDone& e) {
    received_audio.add(e);
    audio_curve.add(e);
    audio_playout.add(e);
    audio_quality.add(e);
    audio_delay.add(e);
    demonstration.add(e);
  }
  void add(const ThreadWoke& e) {
    threads.add(e);
    sender_times.add(e);
    demonstration.add(e);
  }
  void add(const ThreadStatus& e) {
    threads.add(e);
    demonstration.add(e);
  }
  void add(const SettingChanged& e) {
    log.add(e);
    conditions.add(e);
    demonstration.add(e);
    rate.add(e);
    note_playout(e);
    picture.add(e);
    note_end(e);
  }
  /// What is not sent any more, or not wanted, is not lost.
  void note_end(const SettingChanged& e) {
    const std::string_view name = e.name.view(), off = e.end == End::kTheirs ? "none" : "no";
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      const std::string word(to_string(medium));
      if (name == (e.end == End::kTheirs ? word : "receive " + word) && e.value.view() == off)
        quality(medium).end_stream();
    }
  }
  void note_playout(const SettingChanged& e) {
    if (e.end != End::kMine) return;
    const std::string_view name = e.name.view();
    if (name != "playout.audio" && name != "playout.video") return;
    if (const auto setting = known_playout(e.value.view())) {
      playout(name == "playout.video" ? Medium::kVideo : Medium::kAudio).set(*setting);
    }
  }
  void add(const RingDropped& e) { log.add(e); }
  void add(const RtcpReported& e) {
    if (e.round_trip_ms) round_trip_ms = e.round_trip_ms;
    received(e.medium).add(e);
  }
  void add(const PeerSummary& e) {
    (e.medium == Medium::kVideo ? peer_video : peer_audio).add(e);
    demonstration.add(e);
  }
  void add(const Notice& e) { log.add(e); }
  void add(const Marker& e) { log.add(e); }
  void add(const LinkReport& e) { conditions.add(e); }
  void add(const LoadReport& e) { conditions.add(e); }
  void add(const ClockSynced& e) {
    conditions.add(e);
    last_clock = e;
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      const bool doubted = belief(medium).lost();
      belief(medium).add(e);
      if (!belief(medium).lost()) delay(medium).add(e);
      if (!doubted && belief(medium).lost()) forget_delays(medium, e.at);
    }
  }
  void add(const ClockStepped& e) { conditions.add(e); }
  void add(const PacketStamped& e) { sender_times.add(e); }
  void add(const FrameShown& e) {
    picture.add(e);
    video_delay.add(e);
  }
  void add(const SenderTimes& e) { delay(e.medium).add(e); }
  void add(const ThreadLoad& e) { threads.add(e); }
  void add(const ClassChanged& e) { threads.add(e); }
  void add(const FramePlayed& e) {
    picture.add(e);
    video_delay.add(e);
    video_curve.add(e);
    video_playout.add(e);
    video_quality.add(e);
  }
  void add(const PlayoutDecided& e) {
    curve(e.medium).add(e);
    playout(e.medium).add(e);
  }
  void add(const PlayoutReport& e) { playout(e.medium).add(e); }
  void add(const PeerPacket& e) { peer_video.add(e); }
  void add(const PeerQuality& e) { (e.medium == Medium::kVideo ? peer_video_quality : peer_audio_quality).add(e); }

  void add(const TrendReported& e) { rate.add(e); }
  void add(const RateDecided& e) { rate.add(e); }
  void add(const FrameOmitted& e) { rate.add(e); }
  void add(const TcpReported& e) { rate.add(e); }

  void fill_measures(CallSnapshot& s, Timestamp now) {
    s.audio_measures = received_audio.measures(now, query);
    s.video_measures = received_video.measures(now, query);
    s.audio_compensation = audio_curve.view(now, query);
    s.video_compensation = video_curve.view(now, query);
    s.audio_playout = audio_playout.view(now);
    s.video_playout = video_playout.view(now);
    s.audio_quality = audio_quality.view(now);
    s.video_quality = video_quality.view(now);
    s.peer_audio_quality = peer_audio_quality.view(now);
    s.peer_video_quality = peer_video_quality.view(now);
    s.rate_sent = rate.view(Direction::kSent, now);
    s.rate_received = rate.view(Direction::kReceived, now);
  }
};

CallAnalyzer::CallAnalyzer(Timestamp call_began, SampleMemory memory)
    : state_(std::make_unique<State>(call_began, memory)) {}
CallAnalyzer::~CallAnalyzer() = default;
CallAnalyzer::CallAnalyzer(CallAnalyzer&&) noexcept = default;
CallAnalyzer& CallAnalyzer::operator=(CallAnalyzer&&) noexcept = default;

void CallAnalyzer::add(const Event& event) {
  std::visit([this](const auto& e) { state_->add(e); }, event);
}

void CallAnalyzer::set_period(Medium medium, std::optional<double> period_ms) {
  state_->received(medium).set_period(period_ms);
  state_->curve(medium).set_period(period_ms);
  state_->quality(medium).set_period(period_ms);
  state_->playout(medium).set_period(period_ms);
}

void CallAnalyzer::set_clock(Medium medium, const StreamClock& clock) {
  state_->clock(medium) = clock;
  state_->set_clock(medium, clock);
}

void CallAnalyzer::set_query(const AnalysisQuery& query) {
  state_->query = query;
}

void CallAnalyzer::renew() {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    const bool doubted = state_->belief(medium).lost();
    state_->belief(medium).finish();
    if (!doubted && state_->belief(medium).lost()) state_->forget_delays(medium, state_->belief(medium).heard());
    state_->received(medium).renew_measures();
    state_->curve(medium).renew();
  }
}

std::optional<Duration> CallAnalyzer::optimal_delay(Medium medium) const {
  return state_->curve(medium).optimal_delay();
}

CallSnapshot CallAnalyzer::snapshot(Timestamp now) {
  State& state = *state_;
  CallSnapshot s;
  s.local = now;
  s.elapsed_s = (now - state.began).seconds();
  s.sent_audio = state.sent_audio.snapshot(now);
  s.sent_video = state.sent_video.snapshot(now);
  s.received_audio = state.received_audio.snapshot(now);
  s.received_video = state.received_video.snapshot(now);
  s.received_video.ended = state.picture.ended();
  s.received_video.since_picture_s = state.picture.since_picture_s(now);
  s.peer_audio = state.peer_audio.view(now);
  s.peer_video = state.peer_video.view(now);
  s.threads = state.threads.rows(now);
  state.log.fill(s);
  s.demonstration = state.demonstration.view(now);
  s.round_trip_ms = state.round_trip_ms;
  s.fetching_ms = state.fetching_ms;
  s.burst_interval_ms = state.burst_interval_ms;
  s.overrun_blocks = state.overrun_blocks;
  s.encode_p50_ms = state.encode_ms.p50(now);
  s.decode_p50_ms = state.decode_ms.p50(now);
  s.conditions = state.conditions.view();
  s.audio_split = state.audio_delay.view(now);
  s.video_split = state.video_delay.view(now);
  state.fill_measures(s, now);
  return s;
}

PeerSummary CallAnalyzer::summary(Medium medium, Timestamp now) {
  return state_->received(medium).summary(now);
}

std::vector<SenderTimes> CallAnalyzer::take_sender_times(std::size_t most) {
  return state_->sender_times.take(most);
}

std::optional<ReportInput> CallAnalyzer::take_report(Medium medium) {
  return state_->received(medium).take_report();
}

}  // namespace jitterscope
