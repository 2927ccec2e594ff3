// What the session does about link and loads: commands, their begin and end with the call, and what the remote says of
// its own.
#include <algorithm>
#include <stdexcept>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/call/session/call_session.h"

namespace jitterscope {
namespace {

constexpr std::string_view kPlainRtp = "A link needs a call between two Jitterscopes; plain RTP goes straight.";

bool by_kernel(const LinkSettings& link) {
  return link.up.kernel || link.down.kernel;
}

}  // namespace

/// With a link the control connection passes it too, so it goes to the relay's proxy. Through the kernel's queue
/// everything goes by itself.
std::optional<HostPort> CallSession::through_link(const HostPort& target, std::string& error) {
  proxied_.reset();
  if (!conditions_ || settings_.link.off() || by_kernel(settings_.link)) return target;
  const Resolution far = resolve_within(target, kLookUpLimit);
  if (far.addresses.empty()) return error = far.error, std::nullopt;
  const auto port = route_.proxy_control(far.addresses.front(), options_.callers_pass_link, settings_.link, error);
  if (!port && options_.callers_pass_link) return std::nullopt;
  if (!port) return tell(1, error), target;
  if (!options_.callers_pass_link) proxied_ = far.addresses.front();
  return HostPort{"127.0.0.1", *port};
}

/// Before the first packet: where media go, and the loads. What cannot be is no longer set, and the sentences say why.
std::vector<std::string> CallSession::begin_conditions(MediaCallConfig& config) {
  std::vector<std::string> troubles;
  route_.begin(pending_->sockets, config.audio_far_end, config.video_far_end);
  std::string error;
  if (settings_.link.off()) {
    if (conditions_) route_.set_link({}, monotonic_now(), error);  // it may have been on when the call was placed
  } else {
    if (machine_ && route_.set_link(settings_.link, monotonic_now(), error)) {
      take_media_through(settings_.link);  // chosen after the call was placed, perhaps
      config.audio_through = route_.way().audio;
      config.video_through = route_.way().video;
    } else {
      troubles.push_back(machine_ ? error : std::string(kPlainRtp));
      settings_.link = {};
      if (machine_) take_media_through({});
    }
  }
  const bool loads = settings_.cpu_load > 0 || settings_.video_load > 0;
  if (loads && !conditions_) troubles.emplace_back(kNoConditionsHost);
  if (!conditions_) settings_.cpu_load = settings_.video_load = 0;
  const auto begin = [&](auto& setting, bool wanted, bool begun) {
    if (!wanted || begun) return;
    troubles.push_back(error);
    setting = {};
  };
  const bool background = !settings_.link.off() && settings_.background.kilobytes_per_second > 0;
  begin(settings_.background, background, background && conditions_->set_background(settings_.background, error));
  begin(settings_.cpu_load, settings_.cpu_load > 0,
        settings_.cpu_load > 0 && conditions_->set_cpu_load(settings_.cpu_load, error));
  begin(settings_.video_load, settings_.video_load > 0,
        settings_.video_load > 0 && conditions_->set_video_load(settings_.video_load, error));
  return troubles;
}

/// How the call begins, for the remote's trace.
void CallSession::announce_conditions() {
  if (!machine_) return;
  const auto announce = [this](std::string_view name, bool set, const std::string& value) {
    if (set) machine_->announce_changed(name, value, "local");
  };
  announce("link", !settings_.link.off(), settings_.link.to_string());
  announce("background", route_.through_relay() && settings_.background.kilobytes_per_second > 0,
           settings_.background.to_string());
  announce("cpu-load", settings_.cpu_load > 0, std::to_string(settings_.cpu_load));
  announce("video-load", settings_.video_load > 0, std::to_string(settings_.video_load));
}

void CallSession::end_conditions() {
  proxied_.reset();
  if (!conditions_) return;
  std::string ignored;
  if (settings_.background.kilobytes_per_second > 0 && route_.through_relay()) conditions_->set_background({}, ignored);
  conditions_->set_cpu_load(0, ignored);  // of a number that could not be had some may run
  conditions_->set_video_load(0, ignored);
  if (settings_.receive_processor) conditions_->set_counter_processor({}, ignored);
  settings_.receive_processor.reset();
  route_.end(monotonic_now());
}

void CallSession::look_after_conditions(Timestamp now) {
  if (!conditions_) return;
  const std::vector<Event> events = conditions_->take_events();
  if (!media_) return void(route_.watch(now));
  for (const Event& event : events)  // a relay that only empties itself counts for nothing
    if (route_.through_relay() || !std::holds_alternative<LinkReport>(event)) media_->note(event);
  if (route_.watch(now)) return;
  settings_.link = {};
  go_the_way();
  mark_condition("link", settings_.link.to_string());
  tell(1, "The emulated link has ended: sound and pictures go straight to the remote again.");
}

/// Sends media along the route as it is now, and tells the remote where to send its own.
void CallSession::go_the_way() {
  const LinkRoute::Way way = route_.way();
  media_->set_destinations(way.audio, way.video);
  if (machine_) machine_->announce_path(way.audio_port, way.video_port);
}

void CallSession::mark_condition(std::string_view name, const std::string& value) {
  if (!media_) return;
  media_->remember_conditions(settings_);
  mark(name, value);
}

bool CallSession::can_load() {
  if (!conditions_) tell(1, kNoConditionsHost);
  return conditions_ != nullptr;
}

std::string CallSession::why_no_link(const LinkSettings& link) const {
  const bool apart = bound_ && !bound_->same_host(SocketAddress::loopback());
  return apart && !link.off() ? "An emulated link stands at 127.0.0.1: leave --bind out, or the link." : "";
}

void CallSession::handle(const call_event::PeerPath& path) {
  if (!media_) return;
  std::string error;
  const bool as_wanted = route_.set_far_ports(path.audio_port, path.video_port, error);
  const LinkRoute::Way way = route_.way();
  if (as_wanted) return media_->set_destinations(way.audio, way.video);
  settings_.link = {};
  go_the_way();
  mark_condition("link", settings_.link.to_string());
  tell(1, error);
}

void CallSession::carry_out(const SetLink& wanted) {
  if (!can_load()) return;
  if (media_ && !machine_) return tell(1, kPlainRtp);
  if (const std::string reason = why_no_link(wanted.link); !reason.empty()) return tell(1, reason);
  const bool was_through = route_.through_relay();
  if (media_) {
    std::string error;
    if (!route_.set_link(wanted.link, monotonic_now(), error)) return tell(1, error);
    if (!wanted.link.off()) take_media_through(wanted.link);  // for good: a relay empties itself after its link's end
    if (route_.through_relay() != was_through) go_the_way();
  }
  settings_.link = wanted.link;
  mark_condition("link", settings_.link.to_string());
  if (!was_through && route_.through_relay() && settings_.background.kilobytes_per_second > 0)
    carry_out(SetBackground{settings_.background});
}

void CallSession::carry_out(const SetBackground& wanted) {
  if (!can_load()) return;
  std::string error;
  const bool now = media_ && route_.through_relay();
  if (now && !conditions_->set_background(wanted.background, error)) return tell(1, error);
  settings_.background = wanted.background;
  if (now) return mark_condition("background", settings_.background.to_string());
  if (media_ && wanted.background.kilobytes_per_second > 0)
    tell(0, "The background load begins with a link: without one there is no queue that it could fill.");
}

void CallSession::carry_out(const SetCpuLoad& wanted) {
  if (!can_load()) return;
  std::string error;
  if (media_ && !conditions_->set_cpu_load(wanted.counters, error)) return tell(1, error);
  settings_.cpu_load = wanted.counters;
  mark_condition("cpu-load", std::to_string(settings_.cpu_load));
}

void CallSession::carry_out(const SetReceiveProcessor& wanted) {
  if (!can_load()) return;
  std::string error;
  const auto allowed = allowed_processors();
  if (wanted.processor && std::find(allowed.begin(), allowed.end(), *wanted.processor) == allowed.end())
    return tell(1, "This program may not use processor " + std::to_string(*wanted.processor) + ".");
  if (!conditions_->set_counter_processor(wanted.processor, error)) return tell(1, error);
  if (media_ && !media_->set_receive_processor(wanted.processor)) {
    conditions_->set_counter_processor(settings_.receive_processor, error);  // they stay together
    return tell(1, "The system does not let the receive threads change their processor.");
  }
  settings_.receive_processor = wanted.processor;
  mark_condition("receive-processor", wanted.processor ? std::to_string(*wanted.processor) : "any");
}

void CallSession::carry_out(const SetVideoLoad& wanted) {
  if (!can_load()) return;
  std::string error;
  if (media_ && !conditions_->set_video_load(wanted.applications, error)) return tell(1, error);
  settings_.video_load = wanted.applications;
  mark_condition("video-load", std::to_string(settings_.video_load));
}

}  // namespace jitterscope
