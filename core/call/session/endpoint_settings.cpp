// What the session does when a setting of this end changes: who asks, what takes effect, and what log and remote are
// told.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/session/endpoint_session.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

constexpr const char* kTcpInPlainRtp = "Pictures over TCP need a call between two Jitterscopes; plain RTP goes by UDP.";

constexpr const char* kTcpToMany = "Pictures over TCP are for a call of two.";

std::string needs_a_call(const RateControlSetting& setting) {
  return "Rate control " + setting.controller +
         " needs a call between two Jitterscopes: it lives from the remote's reports of the sound.";
}

}  // namespace

void EndpointSession::change(const AnySetting& wanted, SettingLayer layer) {
  const AnySetting of_sender = with_end(wanted, End::kLocal);
  const auto* priority = std::get_if<SetPriority>(&wanted);
  const bool of_watchdog = priority && priority->key == ThreadRole::kWatchdog;  // nobody's: it is refused here
  const End end = of_watchdog ? End::kLocal : end_of(wanted);
  if (end != End::kRemote) set_local(of_sender, layer, "local");
  if (end == End::kLocal) return;
  for (const auto& peer : peers_) peer->machine().request_change(of_sender);
}

void EndpointSession::set_local(const AnySetting& wanted, SettingLayer layer, std::string_view origin) {
  if (!facts_of(wanted).in_call && media_) return tell(1, name_of(wanted) + " is set before a call begins.");
  const SettingLayers before = settings_;
  settings_.put(wanted, layer);
  if (!act_on(wanted, before.in_force(), origin)) settings_ = before;
}

/// What lies below takes effect again. What cannot stays as it was in force.
void EndpointSession::leave(SettingLayer layer) {
  const SettingLayers before = settings_;
  for (const AnySetting& below : settings_.leave(layer))
    if (!act_on(below, before.in_force(), "local")) settings_.put(same_of(before.in_force(), below));
}

/// On a setting that is to be as it stands now. False: it cannot be, and the user knows why.
bool EndpointSession::act_on(const AnySetting& wanted, const CallSettings& before, std::string_view origin) {
  const bool was_through_relay = route_.through_relay();
  const Timestamp asked = monotonic_now();
  const Outcome outcome = std::visit(
      [&](const auto& set) {
        return take_effect(set, SettingChange{before, changed_to(set, origin, asked)});
      },
      wanted);
  rounds_.excuse(boot_time_now());  // a relay may have been waited for
  if (!outcome.sentence.empty()) tell(outcome.severity, outcome.sentence);
  if (outcome.how == Outcome::kRefused) return false;
  const AnySetting now = same_of(settings_.in_force(), wanted);
  if (outcome.how == Outcome::kInForce && outcome.taken.is_handed()) {
    std::erase_if(waiting_, [&](const Waiting& each) { return each.taken.waits() && is_same(each.setting, now); });
    waiting_.push_back({now, std::string(origin), outcome.taken});
  } else if (outcome.how == Outcome::kInForce)
    say(now, origin, asked);
  if (std::holds_alternative<SetLink>(wanted)) after_link(was_through_relay);
  return true;
}

/// The log has it from the thread itself. What was replaced before it took effect is told to nobody.
void EndpointSession::tell_taken_over() {
  const auto rest =
      std::stable_partition(waiting_.begin(), waiting_.end(), [](const Waiting& each) { return !each.taken.waits(); });
  for (auto each = waiting_.begin(); each != rest; ++each) {
    const auto is_it = [&](const Waiting& later) { return is_same(later.setting, each->setting); };
    if (std::none_of(std::next(each), rest, is_it)) announce(each->setting, each->origin);
  }
  waiting_.erase(waiting_.begin(), rest);
}

/// How this end's setting is from now on, for both traces.
void EndpointSession::say(const AnySetting& setting, std::string_view origin, Timestamp asked) {
  std::erase_if(waiting_, [&](const Waiting& each) { return is_same(each.setting, setting); });
  if (facts_of(setting).logged && media_) media_->note_setting(setting, origin, asked);
  announce(setting, origin);
}

/// The remote gets no names of files or devices.
void EndpointSession::announce(const AnySetting& setting, std::string_view origin) {
  if (media_) media_->remember(settings_.in_force());
  if (!facts_of(setting).logged) return;
  for (const auto& peer : peers_)
    peer->machine().tell(message::Changed{name_of(setting), neutral_words_of(setting), std::string(origin)});
}

EndpointSession::Outcome EndpointSession::refused(std::string_view why) {
  return {Outcome::kRefused, std::string(why), 1, {}};
}

EndpointSession::Outcome EndpointSession::take_effect(const SetPriority& wanted, const SettingChange&) {
  const bool guards = wanted.key == ThreadRole::kWatchdog;  // of neither end: it says why
  if (!media_) return guards ? refused({}) : Outcome{};
  const std::string reason = media_->set_priority(wanted.key, wanted.value);
  return {guards ? Outcome::kRefused : Outcome::kInForce, reason, 1, {}};
}

EndpointSession::Outcome EndpointSession::open_video(const VideoSourceSetting& source) {
  try {
    capture_.set_source(source, settings_->frames_per_second);
  } catch (const std::runtime_error& error) { return refused(error.what()); }
  settings_.put(SetVideo{opened_source(source)});
  announce_media();
  return {};
}

/// As the capture has it, but with its own rate, to which fps=source goes back.
VideoSourceSetting EndpointSession::opened_source(const VideoSourceSetting& wanted) const {
  VideoSourceSetting opened = capture_.source();
  if (settings_->frames_per_second) opened.frames_per_second = wanted.frames_per_second;
  return opened;
}

EndpointSession::Outcome EndpointSession::take_effect(const SetAudio& wanted, const SettingChange&) {
  try {
    make_audio_source(wanted.value);
  } catch (const std::runtime_error& error) { return refused(error.what()); }
  announce_media();
  return {};
}

EndpointSession::Outcome EndpointSession::take_effect(const SetSpeaker& wanted, const SettingChange&) {
  if (!devices_ && wanted.value != "none") return refused("This end has no loudspeaker: begin it with --speaker.");
  if (!devices_ || !media_) return {};
  if (wanted.value == "none")
    devices_->close_speaker();
  else
    devices_->open_speaker(wanted.value);
  return {};
}

EndpointSession::Outcome EndpointSession::take_effect(const SetFps& wanted, const SettingChange& change) {
  const bool other = wanted.value != change.before.frames_per_second;
  if (Outcome outcome = other ? open_video(settings_->video) : Outcome{}; outcome.how == Outcome::kRefused)
    return outcome;
  if (media_) media_->apply(wanted);
  return {};
}

EndpointSession::Outcome EndpointSession::take_effect(const SetRateControl& wanted, const SettingChange& change) {
  if (plain_ && needs_reports(wanted.value)) return refused(needs_a_call(wanted.value));
  const bool goes_on = is_same_controller(wanted.value, change.before.rate_control);
  std::string error;
  std::unique_ptr<RateController> controller;
  if (!goes_on && wanted.value.on()) controller = choose_controller(wanted.value, error);
  if (!error.empty()) return refused(error);
  if (media_ && goes_on) media_->set_rate_control(wanted.value);
  if (media_ && !goes_on) media_->set_controller(std::move(controller), wanted.value);
  announce_media();
  return {};
}

EndpointSession::Outcome EndpointSession::take_effect(const SetTransport& wanted, const SettingChange& change) {
  if (plain_ && wanted.value == Transport::kTcp) return refused(kTcpInPlainRtp);
  if (peers_.size() > 1 && wanted.value == Transport::kTcp) return refused(kTcpToMany);
  const auto takes_none = [](const auto& peer) {
    return peer->in_call() && !peer->machine().remote_can().template has<capability::Tcp>();
  };
  if (wanted.value == Transport::kTcp && std::ranges::any_of(peers_, takes_none))
    return refused(fmt::format("The remote's program {}.", capability::Tcp::without));
  return take_effect<setting::Transport>(wanted, change);
}

/// What of this end's media its remotes are to know.
void EndpointSession::announce_media() {
  if (!ports_) return;
  const Description local = describe();
  if (plain_) media_->update(*plain_, local, Description{}, settings_.in_force());
  for (const auto& peer : peers_) {
    if (!peer->in_call() || peer->machine().state() != CallStage::kInCall) continue;
    peer->machine().announce_media(local.audio, local.video);
    media_->update(*peer->media(), local, *peer->machine().remote(), settings_.in_force());
  }
}

/// Before plain RTP begins. Why, in sentences.
std::vector<std::string> EndpointSession::leave_out_what_needs_a_call() {
  std::vector<std::string> left_out;
  if (settings_->transport == Transport::kTcp) left_out.push_back(kTcpInPlainRtp);
  settings_.put(SetTransport{Transport::kUdp});
  if (!needs_reports(settings_->rate_control)) return left_out;
  left_out.push_back(needs_a_call(settings_->rate_control));
  RateControlSetting off = settings_->rate_control;
  off.controller = "off";
  settings_.put(SetRateControl{off});
  return left_out;
}

}  // namespace jitterscope
