// Who calls, whom the session answers, whose media it takes, and how calls are established.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/session/endpoint_session.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr int kMostAcceptedARound = 16;
constexpr Duration kSilencedFor = Duration::seconds(5 * 60);
constexpr const char* kNoPorts = "It could not open its ports for sound and picture.";

}  // namespace

/// Throws when it cannot be had.
void EndpointSession::open_control_port() {
  const std::uint16_t wanted = *options_.listen;
  listener_.emplace(wanted, options_.next_free_port, bound_);
  state_.call_port = state_.control_port = listener_->port();
  if (wanted != 0 && listener_->port() != wanted)
    tell(0, "Port " + std::to_string(wanted) + " is in use: callers reach this end at port " +
                std::to_string(listener_->port()) + ".");
}

void EndpointSession::carry_out(const TakeCalls& wanted) {
  if (wanted.on == listener_.has_value()) return;
  if (!options_.listen) return tell(1, "This end was started without a port for calls, and takes none.");
  if (wanted.on) {
    try {
      open_control_port();
    } catch (const std::runtime_error& why) { tell(2, why.what()); }
    return;
  }
  callers_.turn_away("It takes no more calls.");
  listener_.reset();
  state_.call_port = state_.control_port = 0;
}

void EndpointSession::look_for_caller() {
  if (!listener_) return;
  for (int accepted = 0; accepted < kMostAcceptedARound; ++accepted) {
    auto caller = listener_->accept(std::chrono::milliseconds(0));
    if (!caller) return;
    callers_.add(std::move(*caller), monotonic_now());
  }
}

void EndpointSession::look_after_callers(Timestamp now) {
  const auto waits = [](const auto& peer) { return !peer->in_call(); };
  const auto called = std::ranges::find_if(peers_, waits);
  const bool calling = called != peers_.end();
  callers_.set_own(calling ? std::optional(ports_->audio_start.ssrc) : std::nullopt);
  std::string in_vain;
  for (const std::string& sentence : callers_.drive(media_ && !why_no_more().empty(), now)) {
    tell(1, sentence);  // a notice each: one has not the room for several
    in_vain += (in_vain.empty() ? "" : " ") + sentence;
  }
  if (!in_vain.empty()) state_.sentence = in_vain;
  if (callers_.take_own_call() && calling) {
    (*called)->give_up("This is the address of your own window. Call another one.");
    end_peer(static_cast<std::size_t>(called - peers_.begin()));
  }
  const std::size_t rang = std::exchange(state_.more_callers, callers_.ringing());
  if (calling && !why_no_more().empty() && !media_ && callers_.ringing() > rang)
    tell(1, callers_.first()->words() + " is calling you too: hang up to answer.");
  if (!why_no_more().empty()) return;
  if (options_.auto_accept && callers_.first()) return answer_first();
  if (!peers_.empty()) return;
  if (callers_.first()) {
    state_.stage = CallStage::kRinging;
    state_.peer = callers_.first()->words();
    --state_.more_callers;
  } else if (state_.stage == CallStage::kRinging) {
    state_.stage = CallStage::kIdle;
  }
}

void EndpointSession::answer_first() {
  if (const std::string trouble = prepare_media(); !trouble.empty()) {
    tell(2, callers_.first()->words() + " cannot be answered: " + trouble +
                " Close what takes them (ss -ulpn shows it), then be called again.");
    return callers_.turn_first_away(kNoPorts, monotonic_now());
  }
  auto caller = callers_.take_first();
  const std::string words = caller->words();
  if (!media_) state_.peer = words;
  begin_with(std::make_unique<PeerSession>(as_host(), words, std::move(caller->machine), std::move(caller->connection),
                                           caller->address));
  PeerSession& peer = *peers_.back();
  take_media_through(settings_->link);
  peer.machine().set_local(describe());
  peer.machine().accept(monotonic_now());
  ring();  // it has something to say
}

void EndpointSession::begin_with(std::unique_ptr<PeerSession> peer) {
  peer->set_bell([this] { ring(); });
  peers_.push_back(std::move(peer));
}

/// Who comes back is who it was. One that says no identity is another each time.
ParticipantId EndpointSession::id_of(const Description& remote) const {
  const auto in_use = [this](ParticipantId id) {
    return std::ranges::any_of(peers_, [id](const auto& peer) { return peer->in_call() && peer->id() == id; });
  };
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const ParticipantId id{static_cast<std::uint8_t>(i + 1)};
    if (!remote.identity.empty() && known_[i] == remote.identity && !in_use(id)) return id;
  }
  constexpr std::size_t kMostKnown = 255;
  if (known_.size() == kMostKnown) throw std::runtime_error("too many have been in this conference.");
  return ParticipantId{static_cast<std::uint8_t>(known_.size() + 1)};
}

std::size_t EndpointSession::in_call() const {
  return static_cast<std::size_t>(std::ranges::count_if(peers_, [](const auto& peer) { return peer->in_call(); }));
}

void EndpointSession::refuse_doubles(const Description& remote) const {
  if (!media_) return;
  const auto is_own = [this](std::uint32_t ssrc) {
    return ssrc == 0 || ssrc == ports_->audio_start.ssrc || ssrc == ports_->video_start.ssrc;
  };
  if (is_own(remote.audio.ssrc) || is_own(remote.video.ssrc))
    throw std::runtime_error("it sends under a number (SSRC) of this end. Call again.");
  for (const auto& peer : peers_) {
    if (!peer->in_call()) continue;
    const Description& other = peer->media()->config().remote;
    if (!remote.identity.empty() && remote.identity == other.identity)
      throw std::runtime_error("it is in this conference already.");
    if (remote.audio.ssrc == other.audio.ssrc || remote.video.ssrc == other.video.ssrc)
      throw std::runtime_error("it sends under the same number (SSRC) as another one. Call again.");
  }
}

ConferenceClock EndpointSession::clock_with(const call_event::Established& established) const {
  const auto offered = [](const Description& end) { return OfferedClock{end.conference_offset, end.clock_is_kept}; };
  const OfferedClock own = offered(established.local), other = offered(established.remote);
  const ConferenceClock agreed = agree_on_clock(established.same_clock, established.caller, own, other);
  if (!media_) return agreed;
  const ConferenceClock kept = keep_clock(media_->clock(), agreed);
  if (media_->clock().role == ClockRole::kSlave || (other.is_kept && !other.offset))
    return {kept.offset, false, ClockRole::kAlone};  // delays between the two are not known
  if (established.same_clock && own.is_kept && other.is_kept && own.offset != other.offset)
    throw std::runtime_error("each end is in a conference with a clock of its own.");
  if (agreed.role == ClockRole::kSameMachine && !kept.synchronised)  // what the remote was offered holds no more
    throw std::runtime_error("this end has come to a conference with another clock meanwhile. Call again.");
  return kept;
}

void EndpointSession::established(PeerSession& peer, const call_event::Established& established) {
  refuse_doubles(established.remote);
  const bool first = !media_;
  MediaConfig config;
  config.local = established.local;
  if (!first) {  // as it is now, which may be long after it was offered
    const Description now = describe();
    config.local.audio = now.audio;
    config.local.video = now.video;
  }
  config.remote = established.remote;
  const Capabilities lacks = Capabilities::all().without(*established.remote.can);
  if (lacks.has<capability::Tcp>()) {
    settings_.put(SetTransport{Transport::kUdp});
    config.local.video.transport = Transport::kUdp;
  }
  config.clock = clock_with(established);
  const bool ipv6 = ports_->sockets.audio.rtp.local().family() == AF_INET6;
  const SocketAddress address = ipv6 ? peer.address().mapped() : peer.address().unmapped();
  config.remote_rtp[Medium::kAudio] = address.with_port(established.remote.audio.port);
  config.remote_rtp[Medium::kVideo] = address.with_port(established.remote.video.port);
  config.media_hosts = hosts_through(peer, settings_->link);
  if (first) state_.peer = peer.words();
  state_.sentence.clear();
  const std::string& recorded = peer.recorded_by_remote();
  if (!recorded.empty()) tell(1, recorded);  // before anything of this end leaves it
  const ParticipantId id = id_of(established.remote);
  const bool waits = !first || established.remote.clock_is_kept;
  PeerMedia& media = begin_media(std::move(config), id, waits);
  if (id.value > known_.size()) known_.push_back(established.remote.identity);
  peer.begun(*media_, media);
  media_->take_media_from(media, hosts_through(peer, settings_->link));
  if (first && route_.way().audio_port != peer.machine().local().audio.port) go_the_way();
  if (!recorded.empty()) media_->note(Notice{1, ShortText<160>(recorded), media_->began()});
  const Description& agreed = media.config().local;
  if (!(agreed.audio == established.local.audio) || !(agreed.video == established.local.video))
    peer.machine().announce_media(agreed.audio, agreed.video);
  for (const std::string& without : lacks.sentences_without()) tell(1, without);
  look_whether_silenced(peer, monotonic_now());
  tell_settings(peer);
}

void EndpointSession::tell_settings(PeerSession& peer) {
  for (const AnySetting& setting : said_at_begin(settings_.in_force()))
    if (facts_of(setting).told_at_begin && name_of(setting) != name_of(SetPriority{ThreadRole::kWatchdog, {}}))
      peer.machine().tell(message::Changed{name_of(setting), neutral_words_of(setting), "local"});
  if (!options_.records_remote.empty())
    peer.machine().tell(message::Changed{std::string(kRecordingFact), options_.records_remote, "local"});
}

/// Whoever else sends to this call's ports is not heard.
std::vector<SocketAddress> EndpointSession::hosts_through(const PeerSession& peer, const LinkSettings& link) const {
  std::vector<SocketAddress> hosts = peer.hosts();
  if (conditions_ && !link.off()) hosts.push_back(SocketAddress::loopback());
  return hosts;
}

/// With a link also from its relay, thus from every program of this machine.
void EndpointSession::take_media_through(const LinkSettings& link) {
  std::vector<SocketAddress> hosts;
  for (const auto& peer : peers_) {
    std::vector<SocketAddress> some = hosts_through(*peer, link);
    if (peer->in_call()) media_->take_media_from(*peer->media(), some);
    for (const SocketAddress& host : some)
      if (std::ranges::none_of(hosts, [&](const SocketAddress& each) { return each.same_host(host); }))
        hosts.push_back(host);
  }
  bool taken = true;
  for (MediaPorts* ports : {&ports_->sockets.audio, &ports_->sockets.video})
    taken = ports->take_only_from(hosts) && taken;
  if (!taken && !hosts.empty())
    tell(2, "The kernel does not let the media ports take packets of " + hosts.back().unmapped().host() +
                ": sound or pictures from there are missing.");
}

/// Its user has refused it twice: this call's machine asks no more, nor does that of a call soon after with the same
/// host.
void EndpointSession::silenced(PeerSession& peer) {
  silenced_[peer.address().unmapped().host()] = monotonic_now();
  tell(1, "Refused twice: what else the remote asks to set here in this call is refused without a question.");
}

void EndpointSession::look_whether_silenced(PeerSession& peer, Timestamp now) {
  std::erase_if(silenced_, [now](const auto& host) { return now - host.second >= kSilencedFor; });
  const std::string host = peer.address().unmapped().host();
  if (options_.consent || !silenced_.contains(host)) return;
  peer.machine().refuse_all();
  tell(1, host + " was refused twice a few minutes ago: what it asks to set here is refused without a question.");
}

}  // namespace jitterscope
