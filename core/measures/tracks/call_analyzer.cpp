#include "core/measures/tracks/call_analyzer.h"

#include <map>
#include <set>
#include <variant>
#include <vector>

#include "core/algorithms/playout/policy_definition.h"
#include "core/events/events.h"
#include "core/events/identifier.h"
#include "core/events/setting_change.h"
#include "core/events/settings/playout.h"
#include "core/events/settings/reception.h"
#include "core/events/words.h"
#include "core/measures/packets/own_drops.h"
#include "core/measures/tracks/endpoint_tracks.h"
#include "core/measures/tracks/remote_tracks.h"
#include "core/measures/tracks/streams/sent_stream.h"
#include "core/measures/tracks/told_lost.h"
#include "core/measures/views/peer_view.h"

namespace jitterscope {

struct CallAnalyzer::State {
  using SentStreams = StreamSuccession<SentStream>;
  static_assert(check_track<SentStream>(SentStream::Wants{}, AllHeard{}));
  struct Whose {
    ParticipantId participant;
    StreamId stream;
  };

  State(const FigureSpan& wanted_span, SampleMemory wanted) : span(wanted_span), memory(wanted) {}

  FigureSpan span;
  SampleMemory memory;
  Identifier identifier;
  std::vector<StreamKey> streams;  // by StreamId, from 1
  PerMedium<SentStreams> sent{{sent_streams(Medium::kAudio), sent_streams(Medium::kVideo)}};
  std::map<ParticipantId, std::unique_ptr<PerMedium<SentStreams>>> copies;  // by whom they go to, beside the first
  std::map<ParticipantId, RemoteTracks> remotes;
  // For remotes of whom something is heard later.
  PerMedium<std::optional<SettingChanged>> playout, reception;  // as set here
  PerMedium<std::int64_t> dropped;                              // notes of what came, as told last
  std::optional<ClockSynced> last_clock;
  std::set<ParticipantId> own_clocks;  // who are told of by clocks of their own
  EndpointTracks endpoint{span};
  ViewsMade made;
  std::shared_ptr<const CallSnapshot> before;  // the last of next_snapshot()

  PerMedium<SentStreams>& copies_to(ParticipantId to) {
    auto& streams_to = copies[to];
    if (!streams_to)
      streams_to = std::make_unique<PerMedium<SentStreams>>(
          PerMedium<SentStreams>{{sent_streams(Medium::kAudio), sent_streams(Medium::kVideo)}});
    return *streams_to;
  }
  SentStreams sent_streams(Medium medium) const {
    return SentStreams([medium, of = span] { return std::make_unique<SentStream>(medium, of); });
  }

  /// Null: nothing was ever heard of it.
  RemoteTracks* known(ParticipantId id) {
    const auto found = remotes.find(id);
    return found == remotes.end() ? nullptr : &found->second;
  }
  RemoteTracks& remote(ParticipantId id) {
    if (RemoteTracks* there = known(id)) return *there;
    const ReceivedTracks::Listeners listeners{[this, id](const DelaySplit& split) { endpoint.add(id, split); },
                                              [this, id](const Notice& notice) { endpoint.add(id, notice); }};
    RemoteTracks& added = remotes.try_emplace(id, span, memory, listeners).first->second;
    for (const Medium medium : kMedia)
      for (const auto& set : {playout[medium], reception[medium]})
        if (set) add_to_newest(added, *set);
    if (last_clock) added.each_received([&](ReceivedTracks& tracks) { tracks.add(*last_clock); });
    return added;
  }
  static void add_to_newest(RemoteTracks& tracks, const SettingChanged& e) {
    for (const Medium medium : kMedia) tracks.received(medium).newest().add(e);
  }

  const StreamKey* key(StreamId id) const {
    return id && id.value <= streams.size() ? &streams[id.value - 1u] : nullptr;
  }

  void announce(const StreamAnnounced& announced) {
    if (!announced.id()) return;
    if (streams.size() < announced.stream) streams.resize(announced.stream);
    streams[announced.stream - 1u] = announced.key();
  }

  /// To the streams that it is of; then to the endpoint, as the stream believes it.
  template <typename E>
  void add(const Whose& whose, const E& e, PacketCounts counts = PacketCounts::kAll) {
    keep(whose, e);
    if constexpr (std::same_as<E, PacketSent>) {
      if (const StreamKey* of = key(whose.stream); of && of->to)
        return copies_to(*of->to)[e.medium].sends(whose.stream).add(e);
    }
    if constexpr (std::same_as<E, PacketArrived>) {
      if (counts != PacketCounts::kAll) return add_at_edge(whose, e, counts);
    }
    if constexpr (kWants<SentStream, E>) {
      if (SentStream* stream = sent_stream(whose, e)) stream->add(e);
    }
    if constexpr (RemoteTracks::Reported::kWanted<E>) remote(whose.participant).add(e);
    if constexpr (std::same_as<E, PacketArrived> || std::same_as<E, FrameDone>) {
      ReceivedTracks* stream = received_stream(whose, e);
      endpoint.add(whose.participant, stream ? stream->add(e) : e);
    } else {
      if constexpr (ReceivedTracks::kWanted<E>) add_received(whose, e);
      endpoint.add(whose.participant, e);
    }
  }

  void add_at_edge(const Whose& whose, const PacketArrived& e, PacketCounts counts) {
    ReceivedTracks* stream = received_stream(whose, e);
    const PacketArrived believed = stream ? stream->add(e, counts) : e;
    if (counts == PacketCounts::kAlone) endpoint.add(whose.participant, believed);
  }

  /// By its key; of two with the same one the newer. None: nothing has announced it.
  StreamId find(const StreamKey& wanted) const {
    for (std::size_t id = streams.size(); id > 0; --id) {
      const StreamKey& known = streams[id - 1];
      if (known.from == wanted.from && known.to == wanted.to && known.medium == wanted.medium &&
          known.ssrc == wanted.ssrc)
        return StreamId{static_cast<std::uint16_t>(id)};
    }
    return {};
  }
  template <typename Streams>
  static void expect(Streams& of, StreamId id, std::uint32_t ssrc, auto... missing) {
    auto* stream = id ? of.find(id) : nullptr;
    if (!stream && !of.newest_id()) stream = &of.newest();
    if (stream) stream->expect(ssrc, missing...);
  }

  SentStream* sent_stream(const Whose& whose, const PacketSent& e) {
    return &(whose.stream ? sent[e.medium].sends(whose.stream) : sent[e.medium].newest());
  }
  template <typename E>
  SentStream* sent_stream(const Whose& whose, const E& e) {
    SentStreams& of = sent[medium_of(e)];
    return whose.stream ? of.find(whose.stream) : &of.newest();
  }

  ReceivedTracks* received_stream(const Whose& whose, const PacketArrived& e) {
    RemoteTracks::Streams& of = remote(whose.participant).received(e.medium);
    return &(whose.stream ? of.sends(whose.stream) : of.newest());
  }
  /// Null: of one that is not known, or not any more.
  template <typename E>
  ReceivedTracks* received_stream(const Whose& whose, const E& e) {
    constexpr bool kNamesStream = requires {
      e.ssrc;
    };
    RemoteTracks::Streams& of = remote(whose.participant).received(medium_of(e));
    if (whose.stream) return of.find(whose.stream);
    return !kNamesStream || !of.newest_id() ? &of.newest() : nullptr;
  }

  template <typename E>
  void add_received(const Whose& whose, const E& e) {
    if (ReceivedTracks* stream = received_stream(whose, e)) stream->add(e);
  }
  /// A sender's count, of whichever stream it names.
  void add_received(const Whose& whose, const RtcpReported& e) {
    if (!e.sender_ssrc || whose.participant == kThisEnd) return;
    remote(whose.participant).received(e.medium).each([&](ReceivedTracks& stream) { stream.add(e); });
  }
  void add_received(const Whose& whose, const SettingChanged& e) {
    if (whose.participant != kThisEnd) return add_to_newest(remote(whose.participant), e);
    for (auto& [id, tracks] : remotes) add_to_newest(tracks, e);
  }
  /// Of a ring that holds notes of all remotes' packets; a count that is told once more is no news.
  void add_received(const Whose&, const RingDropped& e) {
    const auto medium = notes_received_of(e);
    if (!medium || std::exchange(dropped[*medium], e.dropped) == e.dropped || span.is_before(e.at)) return;
    for (auto& [id, tracks] : remotes) tracks.each_received([&](ReceivedTracks& stream) { stream.add(e); });
  }
  /// Of one remote, or of all that have none of their own.
  void add_received(const Whose& whose, const ClockSynced& e) {
    if (whose.participant != kThisEnd) own_clocks.insert(whose.participant);
    for (auto& [id, tracks] : remotes)
      if (whose.participant == kThisEnd ? !own_clocks.contains(id) : id == whose.participant)
        tracks.each_received([&](ReceivedTracks& stream) { stream.add(e); });
  }

  static StreamSnapshot shown(SentStream& stream, Timestamp now) {
    StreamSnapshot shown = stream.snapshot(now);
    stream.fill_figures(shown, now);
    return shown;
  }

  StreamSnapshot sent_view(Medium medium, ViewMaking& make) {
    SentStream& stream = sent[medium].newest();
    StreamSnapshot view = stream.snapshot(make.now());
    const StreamSnapshot* there = make.before() ? &make.before()->sent[medium] : nullptr;
    const ViewMaking::What what = make(ViewKind::kFigures, kThisEnd, medium);
    if (what == ViewMaking::What::kAsBefore && there->ssrc == view.ssrc)
      take_figures(view, *there);
    else if (what != ViewMaking::What::kNothing)
      stream.fill_figures(view, make.now());
    if (make.wanted().wants(ViewKind::kReported)) view.last_departures = stream.last_departures();
    return view;
  }

  const SentStream& sent_to(ParticipantId to, Medium medium) const {
    const auto copy = copies.find(to);
    return (copy == copies.end() ? sent : *copy->second)[medium].newest();
  }
  std::optional<double> sent_ago_s(ParticipantId of, const PeerView& told, Timestamp now) const {
    if (told.last_packets.empty()) return std::nullopt;
    const SentStream& stream = sent_to(of, told.medium);
    const double told_at_s = told.last_packets.back().at_s, reported_at_s = at_s(now) - told.age_s;
    if (told.ssrc != stream.ssrc() || reported_at_s - told_at_s > kReportHolds.seconds()) return std::nullopt;
    const auto left = stream.departure_after(told.last_packets.back().frame);
    return left ? std::optional(told_at_s - at_s(*left)) : std::nullopt;
  }
  std::vector<PacketDot> lost_of(ParticipantId of, const PeerView& told) const {
    const SentStream& stream = sent_to(of, told.medium);
    if (told.last_packets.empty() || told.ssrc != stream.ssrc()) return {};
    return told_lost(stream.last_departures(), told.last_packets);
  }
  double at_s(Timestamp at) const { return (at - span.began).seconds(); }

  CallSnapshot snapshot(ViewMaking& make) {
    CallSnapshot s;
    s.local = make.now();
    s.elapsed_s = (make.now() - span.began).seconds();
    s.made = make.wanted();
    for (const Medium medium : kMedia) s.sent[medium] = sent_view(medium, make);
    for (auto& [id, tracks] : remotes) {
      s.remotes.push_back(tracks.view(id, make));
      if (auto& told = s.reported(Medium::kVideo, id).figures) {
        told->sent_ago_s = sent_ago_s(id, *told, make.now());
        told->last_lost = lost_of(id, *told);
      }
    }
    endpoint.fill(s, make);
    return s;
  }

  template <typename E>
  void keep(const Whose&, const E&) {}
  void keep(const Whose& whose, const PeerQuality& e) {
    if (e.medium == Medium::kVideo)
      remote(whose.participant).set_frames_due(e.medium, sent_to(whose.participant, e.medium).frames_per_second(e.at));
  }
  void keep(const Whose& whose, const SettingChanged& e) {
    if (whose.participant != kThisEnd) return;
    if (const auto set = as<setting::Playout>(e); set && is_known(set->value)) playout[set->key] = e;
    if (const auto set = as<setting::Reception>(e)) reception[set->key] = e;
  }
  void keep(const Whose& whose, const ClockSynced& e) {
    if (whose.participant == kThisEnd) last_clock = e;
  }
  void keep(const Whose& whose, const StreamAnnounced& e) {
    announce(e);
    if (whose.participant == kThisEnd || !e.period_ms) return;
    RemoteTracks::Streams& of = remote(whose.participant).received(e.medium);
    if (!of.newest_id() || of.newest_id() == whose.stream) of.newest().set_period(e.period_ms);
  }
};

CallAnalyzer::CallAnalyzer(const FigureSpan& span, SampleMemory memory)
    : state_(std::make_unique<State>(span, memory)) {
  state_->remote(kFirstRemote);
}
CallAnalyzer::~CallAnalyzer() = default;
CallAnalyzer::CallAnalyzer(CallAnalyzer&&) noexcept = default;
CallAnalyzer& CallAnalyzer::operator=(CallAnalyzer&&) noexcept = default;

void CallAnalyzer::announce(const StreamAnnounced& announced) {
  state_->announce(announced);
}

void CallAnalyzer::add(ParticipantId participant, StreamId stream, const Event& event) {
  const State::Whose whose{participant, stream};
  visit([&](const auto& e) { state_->add(whose, e); }, event);
}

void CallAnalyzer::add(const Event& event, PacketCounts counts) {
  const Identifier::Whose found = state_->identifier.whose(event);
  if (found.began) announce(*found.began);
  if (found.participant > kFirstRemote) return;  // no call of two has it
  const State::Whose whose{found.participant, found.stream};
  visit([&](const auto& e) { state_->add(whose, e, counts); }, event);
}

void CallAnalyzer::expect(const StreamKey& key, std::int64_t packets_around, std::int64_t units_owed,
                          std::optional<std::int64_t> of_units) {
  const StreamId id = state_->find(key);
  if (key.from == kThisEnd)
    State::expect(state_->sent[key.medium], id, key.ssrc, packets_around);
  else
    State::expect(state_->remote(key.from).received(key.medium), id, key.ssrc, packets_around,
                  of_units.value_or(packets_around), units_owed);
}

void CallAnalyzer::finish() {
  for (auto& [id, tracks] : state_->remotes) tracks.each_received([](ReceivedTracks& stream) { stream.finish(); });
}

void CallAnalyzer::set_period(Medium medium, std::optional<double> period_ms, ParticipantId from) {
  state_->remote(from).received(medium).newest().set_period(period_ms);
}

void CallAnalyzer::set_clock(Medium medium, const StreamClock& clock, ParticipantId from) {
  state_->remote(from).received(medium).newest().set_clock(clock);
}

void CallAnalyzer::renew() {
  for (auto& [id, tracks] : state_->remotes) tracks.each_received([](ReceivedTracks& stream) { stream.renew(); });
}

std::optional<Duration> CallAnalyzer::optimal_delay(Medium medium, ParticipantId from) const {
  const auto found = state_->remotes.find(from);
  return found == state_->remotes.end() ? std::nullopt : found->second.received(medium).newest().optimal_delay();
}

CallSnapshot CallAnalyzer::snapshot(Timestamp now, const Interests& wanted) {
  ViewMaking make(wanted, now, state_->made, nullptr, true);
  return state_->snapshot(make);
}

std::shared_ptr<const CallSnapshot> CallAnalyzer::next_snapshot(Timestamp now, const Interests& wanted) {
  ViewMaking make(wanted, now, state_->made, state_->before.get(), false);
  return state_->before = std::make_shared<const CallSnapshot>(state_->snapshot(make));
}

const ViewCounts& CallAnalyzer::views_made() const {
  return state_->made.counts;
}

std::optional<ReceivedView> CallAnalyzer::received(StreamId id, Timestamp now, const AnalysisQuery& query) {
  const StreamKey* key = state_->key(id);
  if (!key || key->from == kThisEnd) return std::nullopt;
  RemoteTracks* remote = state_->known(key->from);
  ReceivedTracks* tracks = remote ? remote->received(key->medium).find(id) : nullptr;
  if (!tracks) return std::nullopt;
  const Interests all = Interests::all(query);
  ViewMaking make(all, now, state_->made, nullptr, true);
  return tracks->view(key->from, make);
}

std::optional<StreamSnapshot> CallAnalyzer::sent(StreamId id, Timestamp now) {
  const StreamKey* key = state_->key(id);
  if (!key || key->from != kThisEnd) return std::nullopt;
  SentStream* stream = (key->to ? state_->copies_to(*key->to) : state_->sent)[key->medium].find(id);
  return stream ? std::optional(State::shown(*stream, now)) : std::nullopt;
}

PeerSummary CallAnalyzer::summary(Medium medium, Timestamp now, ParticipantId from) {
  RemoteTracks* remote = state_->known(from);
  if (remote) return remote->received(medium).newest().summary(now);
  PeerSummary nothing;
  nothing.medium = medium;
  nothing.at = now;
  return nothing;
}

std::optional<SenderSummary> CallAnalyzer::sent_summary(Medium medium, Timestamp now) {
  return state_->sent[medium].newest().summary(now);
}

std::vector<SenderTimes> CallAnalyzer::take_sender_times(std::size_t most) {
  return state_->endpoint.get<SenderTimesTrack>().take(most);
}

std::optional<ReportInput> CallAnalyzer::take_report(Medium medium, ParticipantId from) {
  RemoteTracks* remote = state_->known(from);
  return remote ? remote->received(medium).newest().take_report() : std::nullopt;
}

}  // namespace jitterscope
