#include "core/measures/tracks/call_analyzer.h"

#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "core/algorithms/playout/policy_definition.h"
#include "core/events/identifier.h"
#include "core/events/record.h"
#include "core/events/setting_change.h"
#include "core/events/settings/playout.h"
#include "core/events/settings/reception.h"
#include "core/measures/tracks/call_log.h"
#include "core/measures/tracks/conditions_track.h"
#include "core/measures/tracks/demonstration_track.h"
#include "core/measures/tracks/rate_track.h"
#include "core/measures/tracks/remote_tracks.h"
#include "core/measures/tracks/sender_times_track.h"
#include "core/measures/tracks/streams/medium_comes.h"
#include "core/measures/tracks/streams/sent_stream.h"
#include "core/measures/tracks/thread_rows.h"

namespace jitterscope {

struct CallAnalyzer::State {
  using SentStreams = StreamSuccession<SentStream>;
  struct Whose {
    ParticipantId participant;
    StreamId stream;
  };

  State(Timestamp call_began, SampleMemory wanted) : began(call_began), memory(wanted) {}

  Timestamp began;
  SampleMemory memory;
  AnalysisQuery query;
  Identifier identifier;
  std::vector<StreamKey> streams;  // by StreamId, from 1
  PerMedium<SentStreams> sent{{sent_streams(Medium::kAudio), sent_streams(Medium::kVideo)}};
  std::map<ParticipantId, RemoteTracks> remotes;
  PerMedium<std::optional<PlayoutSetting>> playout;    // as set here, for all that is received
  PerMedium<std::optional<SettingChanged>> reception;  // "receive video", as set here
  std::optional<ClockSynced> last_clock;
  // Of this end, and of it and the first remote.
  RateTrack rate{began};
  ThreadRows threads{began};
  CallLog log{began};
  ConditionsTrack conditions{began};
  DemonstrationTrack demonstration{began};
  SenderTimesTrack sender_times;
  RecentWindow encode_ms, decode_ms;
  std::optional<double> round_trip_ms, fetching_ms, burst_interval_ms;
  std::int64_t overrun_blocks = 0;
  ViewCounts made{};

  SentStreams sent_streams(Medium medium) const {
    return SentStreams([medium, at = began] { return std::make_unique<SentStream>(medium, at); });
  }

  /// Null: nothing was ever heard of it.
  RemoteTracks* known(ParticipantId id) {
    const auto found = remotes.find(id);
    return found == remotes.end() ? nullptr : &found->second;
  }
  RemoteTracks& remote(ParticipantId id) {
    if (RemoteTracks* there = known(id)) return *there;
    const ReceivedTracks::Listeners listeners{[this, id](const DelaySplit& split) {
                                                if (id == kFirstRemote) demonstration.add(split);
                                              },
                                              [this](const Notice& notice) { log.add(notice); }};
    RemoteTracks& added = remotes.try_emplace(id, began, memory, listeners).first->second;
    for (const Medium medium : kMedia) {
      ReceivedTracks& tracks = added.received(medium).newest();
      if (playout[medium]) tracks.set_playout(*playout[medium]);
      if (reception[medium]) note(added, *reception[medium]);
      if (last_clock) tracks.add(*last_clock);
    }
    return added;
  }

  const StreamKey* key(StreamId id) const {
    return id && id.value <= streams.size() ? &streams[id.value - 1u] : nullptr;
  }

  void announce(const StreamAnnounced& announced) {
    if (!announced.id()) return;
    if (streams.size() < announced.stream) streams.resize(announced.stream);
    streams[announced.stream - 1u] = announced.key();
  }

  /// Where what the participant sends of the medium belongs; null: to a stream that is not known, or not any more.
  ReceivedTracks* received(const Whose& whose, Medium medium, bool names_stream) {
    RemoteTracks::Streams& of = remote(whose.participant).received(medium);
    if (whose.stream) return of.find(whose.stream);
    return !names_stream || !of.newest_id() ? &of.newest() : nullptr;
  }
  template <typename E>
  void add_received(const Whose& whose, Medium medium, const E& e) {
    constexpr bool kNamesStream = requires {
      e.ssrc;
    };
    if (auto* tracks = received(whose, medium, kNamesStream)) tracks->add(e);
  }

  void add(const Whose& r, const PacketSent& e) {
    sender_times.add(e);
    (r.stream ? sent[e.medium].sends(r.stream) : sent[e.medium].newest()).add(e);
    demonstration.add(e);
    rate.add(e);
  }
  void add(const Whose& r, const PacketArrived& e) {
    RemoteTracks::Streams& of = remote(r.participant).received(e.medium);
    const PacketArrived believed = (r.stream ? of.sends(r.stream) : of.newest()).add(e);
    threads.add(e);
    if (r.participant != kFirstRemote) return;
    demonstration.add(believed);
    rate.add(e);
  }
  void add(const Whose& r, const PacketRejected& e) { add_received(r, e.medium, e); }
  void add(const Whose&, const FrameEncoded& e) {
    encode_ms.add(e.encode_end, (e.encode_end - e.encode_begin).ms());
    sender_times.add(e);
  }
  void add(const Whose& r, const FrameSent& e) {
    SentStreams& of = sent[Medium::kVideo];
    if (SentStream* stream = r.stream ? of.find(r.stream) : &of.newest()) stream->add(e);
    sender_times.add(e);
    fetching_ms = e.fetching.ms();
    burst_interval_ms = e.burst_interval.ms();
    overrun_blocks += e.overrun_blocks;
  }
  void add(const Whose& r, const FrameDone& e) {
    ReceivedTracks* tracks = received(r, Medium::kVideo, true);
    const FrameDone believed = tracks ? tracks->add(e) : e;
    if (r.participant == kFirstRemote) demonstration.add(believed);
  }
  void add(const Whose& r, const FrameDecoded& e) {
    add_received(r, Medium::kVideo, e);
    if (e.ok) decode_ms.add(e.decode_end, (e.decode_end - e.decode_begin).ms());
  }
  void add(const Whose& r, const AudioBlockDone& e) {
    add_received(r, Medium::kAudio, e);
    if (r.participant == kFirstRemote) demonstration.add(e);
  }
  void add(const Whose& r, const FrameShown& e) { add_received(r, Medium::kVideo, e); }
  void add(const Whose& r, const FramePlayed& e) { add_received(r, Medium::kVideo, e); }
  void add(const Whose& r, const PlayoutDecided& e) { add_received(r, e.medium, e); }
  void add(const Whose& r, const PlayoutReport& e) { add_received(r, e.medium, e); }
  void add(const Whose& r, const SenderTimes& e) { add_received(r, e.medium, e); }

  void add(const Whose&, const ThreadWoke& e) {
    threads.add(e);
    sender_times.add(e);
    demonstration.add(e);
  }
  void add(const Whose&, const ThreadStatus& e) {
    threads.add(e);
    demonstration.add(e);
  }
  void add(const Whose&, const ThreadLoad& e) { threads.add(e); }
  void add(const Whose&, const ClassChanged& e) { threads.add(e); }
  void add(const Whose&, const CallEnded&) {}  // for who reads the log
  void add(const Whose&, const RemoteUnheard&) {}
  void add(const Whose&, const DemonstrationEntered& e) {
    log.add(e);
    demonstration.add(e);
  }
  void add(const Whose& r, const StreamAnnounced& e) {
    announce(e);
    if (r.participant == kThisEnd || !e.period_ms) return;
    RemoteTracks::Streams& of = remote(r.participant).received(e.medium);
    if (!of.newest_id() || of.newest_id() == r.stream) of.newest().set_period(e.period_ms);
  }
  void add(const Whose&, const PacketStamped& e) { sender_times.add(e); }

  void add(const Whose& r, const SettingChanged& e) {
    log.add(e);
    conditions.add(e);
    demonstration.add(e);
    rate.add(e);
    if (r.participant == kThisEnd) {
      note_playout(e);
      if (const auto set = as<setting::Reception>(e)) reception[set->key] = e;
    }
    if (r.participant != kThisEnd) return note(remote(r.participant), e);
    for (auto& [id, tracks] : remotes) note(tracks, e);
  }
  /// What is not sent any more, or not wanted, is not lost.
  static void note(RemoteTracks& tracks, const SettingChanged& e) {
    tracks.received(Medium::kVideo).newest().add(e);
    for (const Medium medium : kMedia)
      if (medium_comes(e, medium) == false) tracks.received(medium).newest().end();
  }
  void note_playout(const SettingChanged& e) {
    const auto set = as<setting::Playout>(e);
    if (!set || !is_known(set->value)) return;
    playout[set->key] = set->value;
    for (auto& [id, tracks] : remotes) tracks.received(set->key).newest().set_playout(set->value);
  }
  void add(const Whose& r, const RtcpReported& e) {
    if (e.round_trip_ms) round_trip_ms = e.round_trip_ms;
    if (e.sender_ssrc && r.participant != kThisEnd)
      remote(r.participant).received(e.medium).each([&](ReceivedTracks& tracks) { tracks.add(e); });
  }
  void add(const Whose& r, const PeerSummary& e) {
    remote(r.participant).add(e);
    if (r.participant == kFirstRemote) demonstration.add(e);
  }
  void add(const Whose& r, const PeerPacket& e) { remote(r.participant).add(e); }
  void add(const Whose& r, const PeerQuality& e) { remote(r.participant).add(e); }
  void add(const Whose&, const ClockSynced& e) {
    conditions.add(e);
    last_clock = e;
    for (auto& [id, tracks] : remotes) tracks.each_received([&](ReceivedTracks& stream) { stream.add(e); });
  }
  void add(const Whose&, const RingDropped& e) { log.add(e); }
  void add(const Whose&, const Notice& e) { log.add(e); }
  void add(const Whose&, const Marker& e) { log.add(e); }
  void add(const Whose&, const LinkReport& e) { conditions.add(e); }
  void add(const Whose&, const LoadReport& e) { conditions.add(e); }
  void add(const Whose&, const ClockStepped& e) { conditions.add(e); }
  void add(const Whose&, const TrendReported& e) { rate.add(e); }
  void add(const Whose&, const RateDecided& e) { rate.add(e); }
  void add(const Whose&, const FrameOmitted& e) { rate.add(e); }
  void add(const Whose&, const TcpReported& e) { rate.add(e); }
};

CallAnalyzer::CallAnalyzer(Timestamp call_began, SampleMemory memory)
    : state_(std::make_unique<State>(call_began, memory)) {
  state_->remote(kFirstRemote);
}
CallAnalyzer::~CallAnalyzer() = default;
CallAnalyzer::CallAnalyzer(CallAnalyzer&&) noexcept = default;
CallAnalyzer& CallAnalyzer::operator=(CallAnalyzer&&) noexcept = default;

void CallAnalyzer::announce(const StreamAnnounced& announced) {
  state_->announce(announced);
}

void CallAnalyzer::add(const Record& record) {
  const State::Whose whose{record.participant, record.stream};
  std::visit([&](const auto& e) { state_->add(whose, e); }, record.event);
}

void CallAnalyzer::add(const Event& event) {
  const Identifier::Whose found = state_->identifier.whose(event);
  if (found.began) announce(*found.began);
  const State::Whose whose{found.participant, found.stream};
  std::visit([&](const auto& e) { state_->add(whose, e); }, event);
}

void CallAnalyzer::set_period(Medium medium, std::optional<double> period_ms, ParticipantId from) {
  state_->remote(from).received(medium).newest().set_period(period_ms);
}

void CallAnalyzer::set_clock(Medium medium, const StreamClock& clock, ParticipantId from) {
  state_->remote(from).received(medium).newest().set_clock(clock);
}

void CallAnalyzer::set_query(const AnalysisQuery& query) {
  state_->query = query;
}

void CallAnalyzer::renew() {
  for (auto& [id, tracks] : state_->remotes) tracks.each_received([](ReceivedTracks& stream) { stream.renew(); });
}

std::optional<Duration> CallAnalyzer::optimal_delay(Medium medium, ParticipantId from) const {
  const auto found = state_->remotes.find(from);
  return found == state_->remotes.end() ? std::nullopt : found->second.received(medium).newest().optimal_delay();
}

CallSnapshot CallAnalyzer::snapshot(Timestamp now, ViewSet wanted) {
  State& state = *state_;
  CallSnapshot s;
  s.local = now;
  s.elapsed_s = (now - state.began).seconds();
  s.made = wanted;
  ViewMaking make(wanted, state.made);
  const bool figures = make(ViewKind::kFigures);
  for (const Medium medium : kMedia) s.sent[medium] = state.sent[medium].newest().snapshot(now, figures);
  for (auto& [id, tracks] : state.remotes) s.remotes.push_back(tracks.view(id, now, state.query, make));
  s.round_trip_ms = state.round_trip_ms;
  s.fetching_ms = state.fetching_ms;
  s.burst_interval_ms = state.burst_interval_ms;
  s.overrun_blocks = state.overrun_blocks;
  if (figures) {
    s.encode_p50_ms = state.encode_ms.p50(now);
    s.decode_p50_ms = state.decode_ms.p50(now);
  }
  if (make(ViewKind::kThreads)) s.threads = state.threads.rows(now);
  if (make(ViewKind::kLog)) state.log.fill(s);
  if (make(ViewKind::kDemonstration)) s.demonstration = state.demonstration.view(now);
  if (make(ViewKind::kConditions)) s.conditions = state.conditions.view();
  if (make(ViewKind::kRate)) {
    s.rate_sent = state.rate.view(Direction::kSent, now);
    s.rate_received = state.rate.view(Direction::kReceived, now);
  }
  return s;
}

const ViewCounts& CallAnalyzer::views_made() const {
  return state_->made;
}

std::optional<ReceivedView> CallAnalyzer::received(StreamId id, Timestamp now) {
  const StreamKey* key = state_->key(id);
  if (!key || key->from == kThisEnd) return std::nullopt;
  RemoteTracks* remote = state_->known(key->from);
  ReceivedTracks* tracks = remote ? remote->received(key->medium).find(id) : nullptr;
  if (!tracks) return std::nullopt;
  return tracks->view(now, state_->query, ViewMaking(ViewSet::all(), state_->made));
}

std::optional<StreamSnapshot> CallAnalyzer::sent(StreamId id, Timestamp now) {
  const StreamKey* key = state_->key(id);
  if (!key || key->from != kThisEnd) return std::nullopt;
  SentStream* stream = state_->sent[key->medium].find(id);
  return stream ? std::optional(stream->snapshot(now)) : std::nullopt;
}

PeerSummary CallAnalyzer::summary(Medium medium, Timestamp now, ParticipantId from) {
  RemoteTracks* remote = state_->known(from);
  if (remote) return remote->received(medium).newest().summary(now);
  PeerSummary nothing;
  nothing.medium = medium;
  nothing.at = now;
  return nothing;
}

std::vector<SenderTimes> CallAnalyzer::take_sender_times(std::size_t most) {
  return state_->sender_times.take(most);
}

std::optional<ReportInput> CallAnalyzer::take_report(Medium medium, ParticipantId from) {
  RemoteTracks* remote = state_->known(from);
  return remote ? remote->received(medium).newest().take_report() : std::nullopt;
}

}  // namespace jitterscope
