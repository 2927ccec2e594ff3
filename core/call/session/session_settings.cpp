// What the session does when a setting of this end changes: who asks, what takes effect, and what log and remote are
// told.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/session/call_session.h"

namespace jitterscope {
namespace {

constexpr const char* kTcpInPlainRtp = "Pictures over TCP need a call between two Jitterscopes; plain RTP goes by UDP.";

std::string needs_a_call(const RateControlSetting& setting) {
  return "Rate control " + setting.controller +
         " needs a call between two Jitterscopes: it lives from the remote's reports of the sound.";
}

}  // namespace

void CallSession::change(const AnySetting& wanted, SettingLayer layer) {
  const AnySetting of_sender = with_end(wanted, End::kMine);
  const bool theirs = end_of(wanted) != End::kMine && machine_;
  if (end_of(wanted) != End::kTheirs) set_mine(of_sender, layer, "local");
  if (theirs && machine_) machine_->request_change(of_sender);
}

void CallSession::set_mine(const AnySetting& wanted, SettingLayer layer, std::string_view origin) {
  if (!facts_of(wanted).in_call && media_) return tell(1, name_of(wanted) + " is set before a call begins.");
  const SettingLayers before = settings_;
  const bool was_through_relay = route_.through_relay();
  settings_.put(wanted, layer);
  const Outcome outcome = std::visit([&](const auto& set) { return take_effect(set, before.in_force()); }, wanted);
  if (outcome.how == Outcome::kRefused) settings_ = before;
  if (!outcome.sentence.empty()) tell(outcome.severity, outcome.sentence);
  if (outcome.how == Outcome::kInForce) say(same_of(settings_.in_force(), wanted), origin);
  if (std::holds_alternative<SetLink>(wanted)) after_link(was_through_relay);
}

/// What lies below takes effect again.
void CallSession::leave(SettingLayer layer) {
  const SettingLayers before = settings_;
  for (const AnySetting& below : settings_.leave(layer)) {
    const bool was_through_relay = route_.through_relay();
    const Outcome outcome = std::visit([&](const auto& set) { return take_effect(set, before.in_force()); }, below);
    if (!outcome.sentence.empty()) tell(outcome.severity, outcome.sentence);
    if (outcome.how == Outcome::kInForce) say(below, "local");
    if (std::holds_alternative<SetLink>(below)) after_link(was_through_relay);
  }
}

/// How this end's setting is from now on, for both traces. The remote gets no names of files or devices.
void CallSession::say(const AnySetting& setting, std::string_view origin) {
  if (!facts_of(setting).logged) return;
  if (media_) media_->remember_conditions(settings_.in_force());
  if (media_) media_->note_setting(name_of(setting), words_of(setting), origin);
  if (machine_) machine_->announce_changed(name_of(setting), neutral_words_of(setting), std::string(origin));
}

/// What else stands in the log as a setting.
void CallSession::say(std::string_view name, std::string_view value) {
  if (media_) media_->note_setting(name, value, "local");
  if (machine_) machine_->announce_changed(name, value, "local");
}

CallSession::Outcome CallSession::refused(std::string_view why) {
  return {Outcome::kRefused, std::string(why), 1};
}

CallSession::Outcome CallSession::take_effect(const SetShaping& wanted, const CallSettings&) {
  if (media_) media_->set_shaping(wanted.value);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetPriority& wanted, const CallSettings&) {
  if (!media_) return {};
  const bool guards = wanted.key == ThreadRole::kWatchdog;  // of neither end: it says why
  const std::string reason = media_->set_priority(wanted.key, wanted.value);
  return {guards ? Outcome::kRefused : Outcome::kInForce, reason, 1};
}

CallSession::Outcome CallSession::take_effect(const SetAudioBlock& wanted, const CallSettings&) {
  if (media_) media_->set_audio_block(wanted.value);
  announce_media();
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetVideo& wanted, const CallSettings&) {
  return open_video(wanted.value);
}

CallSession::Outcome CallSession::open_video(const VideoSourceSetting& source) {
  try {
    capture_.set_source(source, settings_->frames_per_second);
  } catch (const std::runtime_error& error) { return refused(error.what()); }
  settings_.put(SetVideo{capture_.source()});
  announce_media();
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetAudio& wanted, const CallSettings&) {
  try {
    make_audio_source(wanted.value);
  } catch (const std::runtime_error& error) { return refused(error.what()); }
  announce_media();
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetSpeaker& wanted, const CallSettings&) {
  if (!devices_ || !media_) return {};
  if (wanted.value == "none")
    devices_->close_speaker();
  else
    devices_->open_speaker(wanted.value);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetFps& wanted, const CallSettings& before) {
  const bool other = wanted.value != before.frames_per_second;
  if (const Outcome outcome = other ? open_video(settings_->video) : Outcome{}; outcome.how == Outcome::kRefused)
    return outcome;
  return take_format();
}

CallSession::Outcome CallSession::take_effect(const SetJpegQuality&, const CallSettings&) {
  return take_format();
}

CallSession::Outcome CallSession::take_effect(const SetSubsampling&, const CallSettings&) {
  return take_format();
}

CallSession::Outcome CallSession::take_format() {
  if (media_) media_->set_format(settings_.in_force());
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetReception&, const CallSettings&) {
  announce_media();
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetLossPolicy&, const CallSettings&) {
  if (media_) media_->set_loss_policy(settings_->loss_policy, settings_->discard_late_frames);
  announce_media();  // the remote makes stripes if I want them
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetDiscardLate&, const CallSettings&) {
  if (media_) media_->set_loss_policy(settings_->loss_policy, settings_->discard_late_frames);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetMuted& wanted, const CallSettings&) {
  if (media_) media_->set_muted(wanted.value);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetPlayout& wanted, const CallSettings&) {
  if (media_) media_->set_playout(wanted.key, wanted.value);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetLipSync& wanted, const CallSettings&) {
  if (media_) media_->set_lip_sync(wanted.value);
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetRateControl& wanted, const CallSettings& before) {
  if (media_ && !machine_ && needs_reports(wanted.value)) return refused(needs_a_call(wanted.value));
  const bool goes_on = is_same_controller(wanted.value, before.rate_control);
  std::string error;
  std::unique_ptr<RateController> controller;
  if (!goes_on && wanted.value.on()) controller = choose_controller(wanted.value, error);
  if (!error.empty()) return refused(error);
  if (media_ && goes_on) media_->set_rate_control(wanted.value);
  if (media_ && !goes_on) media_->set_controller(std::move(controller), wanted.value);
  announce_media();
  return {};
}

CallSession::Outcome CallSession::take_effect(const SetTransport& wanted, const CallSettings&) {
  if (media_ && !machine_ && wanted.value == Transport::kTcp) return refused(kTcpInPlainRtp);
  if (media_) media_->set_transport(wanted.value);
  announce_media();
  return {};
}

/// Before plain RTP begins. Why, in sentences.
std::vector<std::string> CallSession::leave_out_what_needs_a_call() {
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
