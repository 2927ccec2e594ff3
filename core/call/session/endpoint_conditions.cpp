// What the session does about link and loads: commands, their begin and end with the call, and what the remote says of
// its own.
#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/call/session/endpoint_session.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {
namespace {

constexpr std::string_view kOfTwo = "An emulated link is for a call of two.";
constexpr const char* kRelayEnded = "the relay of the emulated link, which carried it, has ended.";
constexpr std::string_view kPlainRtp = "A link needs a call between two Jitterscopes; plain RTP goes straight.";

bool by_kernel(const LinkSettings& link) {
  return link.up.kernel || link.down.kernel;
}

}  // namespace

/// With a link the control connection passes it too, so it goes to the relay's proxy. Through the kernel's queue
/// everything goes by itself.
std::optional<HostPort> EndpointSession::through_link(const HostPort& target, std::optional<SocketAddress>& proxied,
                                                      std::string& error) {
  if (!conditions_ || settings_->link.off() || by_kernel(settings_->link)) return target;
  const Resolution far = resolve_within(target, kLookUpLimit);
  if (far.addresses.empty()) return error = far.error, std::nullopt;
  const auto port = route_.proxy_control(far.addresses.front(), options_.callers_pass_link, settings_->link, error);
  if (!port && options_.callers_pass_link) return std::nullopt;
  if (!port) return tell(1, error), target;
  if (!options_.callers_pass_link) proxied = far.addresses.front();
  return HostPort{"127.0.0.1", *port};
}

/// Before the first packet: where media go, and the loads. What cannot be is no longer set, and the sentences say why.
std::vector<std::string> EndpointSession::begin_conditions(MediaConfig& config) {
  std::vector<std::string> troubles;
  begin_seed();
  route_.begin(ports_->sockets, config.remote_rtp[Medium::kAudio], config.remote_rtp[Medium::kVideo]);
  std::string error;
  if (settings_->link.off()) {
    if (conditions_) route_.set_link({}, monotonic_now(), error);  // it may have been on when the call was placed
  } else {
    if (!config.plain_rtp && route_.set_link(settings_->link, monotonic_now(), error)) {
      take_media_through(settings_->link);  // chosen after the call was placed, perhaps
      config.audio_through = route_.way().audio;
      config.video_through = route_.way().video;
    } else {
      troubles.push_back(config.plain_rtp ? std::string(kPlainRtp) : error);
      settings_.put(SetLink{});
      if (!config.plain_rtp) take_media_through({});
    }
  }
  const bool loads = settings_->cpu_load > 0 || settings_->video_load > 0;
  if (loads && !conditions_) troubles.emplace_back(kNoConditionsHost);
  if (!conditions_) settings_.put(SetCpuLoad{}), settings_.put(SetVideoLoad{});
  const auto begin = [&](const AnySetting& none, bool wanted, const auto& begun) {
    if (!wanted || begun()) return;
    troubles.push_back(error);
    settings_.put(none);
  };
  begin(SetReceiveProcessor{}, settings_->receive_processor.has_value(),
        [&] { return keep_receivers_on(*settings_->receive_processor, error); });
  begin(SetBackground{}, setting::Background::is_in_force(settings_.in_force()),
        [&] { return conditions_->set_background(settings_->background, error); });
  begin(SetCpuLoad{}, settings_->cpu_load > 0, [&] { return conditions_->set_cpu_load(settings_->cpu_load, error); });
  begin(SetVideoLoad{}, settings_->video_load > 0,
        [&] { return conditions_->set_video_load(settings_->video_load, error); });
  return troubles;
}

/// Whoever set no seed gets one for this call, which settings and trace then name.
void EndpointSession::begin_seed() {
  if (!conditions_) return;
  if (!settings_->seed) {
    settings_.put(SetSeed{random_number() % (setting::Seed::kMost + 1)});
    seed_is_drawn_ = true;
  }
  conditions_->set_seed(*settings_->seed);
}

std::optional<std::string> EndpointSession::why_disconnected() const {
  return route_.control_relay_ended() ? std::optional<std::string>(kRelayEnded) : std::nullopt;
}

void EndpointSession::end_conditions() {
  if (!conditions_) return;
  std::string ignored;
  if (settings_->background.kilobytes_per_second > 0 && route_.through_relay())
    conditions_->set_background({}, ignored);
  conditions_->set_cpu_load(0, ignored);  // of a number that could not be had some may run
  conditions_->set_video_load(0, ignored);
  if (settings_->receive_processor) conditions_->set_counter_processor({}, ignored);
  settings_.put(SetReceiveProcessor{});
  if (std::exchange(seed_is_drawn_, false)) settings_.put(SetSeed{});
  route_.end(monotonic_now());
}

void EndpointSession::look_after_conditions(Timestamp now) {
  if (!conditions_) return;
  const std::vector<Event> events = conditions_->take_events();
  if (!media_) return void(route_.watch(now));
  for (const Event& event : events)  // a relay that only empties itself counts for nothing
    if (route_.through_relay() || !holds_alternative<LinkReport>(event)) media_->note(event);
  if (route_.watch(now)) return;
  settings_.put(SetLink{});
  go_the_way();
  say(SetLink{}, "local", monotonic_now());
  tell(1, "The emulated link has ended: sound and pictures go straight to the remote again.");
}

/// Sends media along the route as it is now, and tells the remote where to send its own.
void EndpointSession::go_the_way() {
  const LinkRoute::Way way = route_.way();
  media_->set_destinations(only_media(), way.audio, way.video);
  if (PeerSession* peer = remote()) peer->machine().tell(message::Path{way.audio_port, way.video_port});
}

std::string EndpointSession::why_no_link(const LinkSettings& link) const {
  const bool apart = bound_ && !bound_->same_host(SocketAddress::loopback());
  return apart && !link.off() ? "An emulated link stands at 127.0.0.1: leave --bind out, or the link." : "";
}

void EndpointSession::path_changed(PeerSession& peer, const message::Path& path) {
  if (in_call() > 1) {  // no link of this end is between
    const SocketAddress to = peer.media()->config().remote_rtp[Medium::kAudio];
    return media_->set_destinations(*peer.media(), to.with_port(path.audio_port), to.with_port(path.video_port));
  }
  std::string error;
  const bool as_wanted = route_.set_far_ports(path.audio_port, path.video_port, error);
  rounds_.excuse(boot_time_now());  // its relay may have been waited for
  const LinkRoute::Way way = route_.way();
  if (as_wanted) return media_->set_destinations(*peer.media(), way.audio, way.video);
  settings_.put(SetLink{});
  go_the_way();
  say(SetLink{}, "local", monotonic_now());
  tell(1, error);
}

EndpointSession::Outcome EndpointSession::take_effect(const SetLink& wanted, const SettingChange&) {
  if (!conditions_) return refused(kNoConditionsHost);
  if (plain_) return refused(kPlainRtp);
  if (peers_.size() > 1 && !wanted.value.off()) return refused(kOfTwo);
  if (const std::string reason = why_no_link(wanted.value); !reason.empty()) return refused(reason);
  if (!media_) return {};
  const bool was_through = route_.through_relay();
  std::string error;
  if (!route_.set_link(wanted.value, monotonic_now(), error)) return refused(error);
  if (!wanted.value.off()) take_media_through(wanted.value);  // for good: a relay empties itself after its link's end
  if (route_.through_relay() != was_through) go_the_way();
  return {};
}

/// The background begins with the link.
void EndpointSession::after_link(bool was_through_relay) {
  if (was_through_relay || !route_.through_relay() || settings_->background.kilobytes_per_second <= 0) return;
  act_on(SetBackground{settings_->background}, settings_.in_force(), "local");
}

EndpointSession::Outcome EndpointSession::take_effect(const SetBackground& wanted, const SettingChange&) {
  if (!conditions_) return refused(kNoConditionsHost);
  std::string error;
  if (media_ && route_.through_relay())
    return conditions_->set_background(wanted.value, error) ? Outcome{} : refused(error);
  const bool waits = media_ && wanted.value.kilobytes_per_second > 0;
  return {Outcome::kForLater,
          waits ? "The background load begins with a link: without one there is no queue that it could fill." : "",
          0,
          {}};
}

/// The link draws anew from now on in a call, and from the beginning of the next call otherwise.
EndpointSession::Outcome EndpointSession::take_effect(const SetSeed&, const SettingChange&) {
  if (!conditions_) return refused(kNoConditionsHost);
  seed_is_drawn_ = false;
  if (media_) begin_seed();
  return {};
}

/// A load begins with the call, or at once.
EndpointSession::Outcome EndpointSession::take_load(bool (ConditionsHost::*set)(int, std::string&), int load) {
  if (!conditions_) return refused(kNoConditionsHost);
  std::string error;
  return !media_ || (conditions_->*set)(load, error) ? Outcome{} : refused(error);
}

/// The counters now, the threads by their own call. False: `error` says why.
bool EndpointSession::keep_receivers_on(int processor, std::string& error) {
  const auto allowed = allowed_processors();
  if (std::find(allowed.begin(), allowed.end(), processor) == allowed.end())
    return error = "This program may not use processor " + std::to_string(processor) + ".", false;
  return !conditions_ || conditions_->set_counter_processor(processor, error);
}

EndpointSession::Outcome EndpointSession::take_effect(const SetReceiveProcessor& wanted, const SettingChange& change) {
  if (!conditions_) return refused(kNoConditionsHost);
  std::string error;
  const bool kept =
      wanted.value ? keep_receivers_on(*wanted.value, error) : conditions_->set_counter_processor(wanted.value, error);
  if (!kept) return refused(error);
  if (!media_ || media_->set_receive_processor(wanted.value)) return {};
  conditions_->set_counter_processor(change.before.receive_processor, error);  // they stay together
  return refused("The system does not let the receive threads change their processor.");
}

}  // namespace jitterscope
