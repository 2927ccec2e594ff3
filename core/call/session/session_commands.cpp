// What the session does with each command of a user.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/session/call_session.h"
#include "core/call/session/nonce.h"
#include "core/events/audio_block.h"

namespace jitterscope {
namespace {

/// `choices`: CallSettings, or what of them the remote may set.
void put(const RemoteSetting& setting, auto& choices) {
  if (const auto* shaping = std::get_if<SetShaping>(&setting)) choices.shaping = shaping->shaping;
  if (const auto* priority = std::get_if<SetPriority>(&setting))
    choices.priorities[priority->role] = priority->priority;
  if (const auto* block = std::get_if<SetAudioBlock>(&setting))
    choices.audio_block = std::clamp(block->bytes, kSmallestAudioBlock, kLargestAudioBlock);
}

constexpr std::chrono::seconds kConnectLimit{5};
constexpr const char* kTcpInPlainRtp = "Pictures over TCP need a call between two Jitterscopes; plain RTP goes by UDP.";

std::string needs_a_call(const RateControlSetting& setting) {
  return "Rate control " + setting.controller +
         " needs a call between two Jitterscopes: it lives from the remote's reports of the sound.";
}

}  // namespace

void CallSession::set_mine(const RemoteSetting& setting, const std::string& origin) {
  put(setting, settings_);
  if (origin == "local") put(setting, own_);
  std::string reason;
  if (const auto* shaping = std::get_if<SetShaping>(&setting)) {
    if (media_) media_->set_shaping(shaping->shaping, origin);
  } else if (const auto* priority = std::get_if<SetPriority>(&setting)) {
    if (media_) reason = media_->set_priority(priority->role, priority->priority, origin);
  } else if (std::holds_alternative<SetAudioBlock>(setting)) {
    if (media_) media_->set_audio_block(settings_.audio_block, origin);
    announce_media();
  }
  if (!reason.empty()) tell(1, reason);
  if (machine_) machine_->announce_changed(setting_name(setting), setting_value(setting), origin);
}

/// A change of this end's sending, for both traces. The remote gets `told_value`: no names of files or devices.
void CallSession::mark(std::string_view name, std::string_view value, std::string_view told_value) {
  if (media_) media_->note_setting(name, value, "local");
  if (machine_) machine_->announce_changed(name, told_value, "local");
}

void CallSession::carry_out(const SetShaping& wanted) {
  if (wanted.end != End::kTheirs) set_mine(SetShaping{wanted.shaping, End::kMine}, "local");
  if (wanted.end != End::kMine && machine_) machine_->request_change(SetShaping{wanted.shaping, End::kMine});
}

void CallSession::carry_out(const SetPriority& wanted) {
  if (wanted.role == ThreadRole::kWatchdog) {  // of neither end: it says why
    if (media_) tell(1, media_->set_priority(wanted.role, wanted.priority, "local"));
    return;
  }
  if (wanted.end != End::kTheirs) set_mine(SetPriority{wanted.role, wanted.priority, End::kMine}, "local");
  if (wanted.end != End::kMine && machine_)
    machine_->request_change(SetPriority{wanted.role, wanted.priority, End::kMine});
}

void CallSession::carry_out(const SetVideoSource& wanted) {
  open_video(wanted.source);
}

bool CallSession::open_video(const VideoSourceSetting& source) {
  try {
    capture_.set_source(source, settings_.frames_per_second);
    settings_.video = capture_.source();
  } catch (const std::runtime_error& error) {
    tell(1, error.what());
    return false;
  }
  announce_media();
  const std::string words = settings_.video.to_string();
  mark("video", words, words.substr(0, words.find(':')));
  return true;
}

void CallSession::carry_out(const SetAudioSource& wanted) {
  try {
    make_audio_source(wanted.source);
    settings_.audio = wanted.source;
  } catch (const std::runtime_error& error) { return tell(1, error.what()); }
  announce_media();
  const std::string words = settings_.audio.to_string();
  mark("audio", words, words.substr(0, words.find(':')));
}

void CallSession::carry_out(const SetSpeaker& wanted) {
  settings_.speaker_id = wanted.id;
  if (!devices_ || !media_) return;
  if (wanted.id == "none")
    devices_->close_speaker();
  else
    devices_->open_speaker(wanted.id);
}

void CallSession::carry_out(const SetVideoFormat& wanted) {
  const auto former = std::exchange(settings_.frames_per_second, wanted.frames_per_second);
  settings_.jpeg_quality = wanted.jpeg_quality;
  settings_.subsampling = wanted.subsampling;
  if (former != wanted.frames_per_second && !open_video(settings_.video)) settings_.frames_per_second = former;
  if (media_) media_->set_format(settings_);
  mark("video format",
       std::to_string(settings_.jpeg_quality) + (settings_.subsampling == Subsampling::k420 ? " 4:2:0" : " 4:2:2"));
}

void CallSession::carry_out(const SetReception& wanted) {
  settings_.receive_audio = wanted.receive_audio;
  settings_.receive_video = wanted.receive_video;
  announce_media();
  const auto words = [](bool on) { return on ? "yes" : "no"; };
  mark("receive audio", words(wanted.receive_audio));
  mark("receive video", words(wanted.receive_video));
}

void CallSession::carry_out(const SetLossPolicy& wanted) {
  settings_.loss_policy = wanted.policy;
  settings_.discard_late_frames = wanted.discard_late_frames.value_or(settings_.discard_late_frames);
  if (media_) media_->set_loss_policy(wanted.policy, settings_.discard_late_frames);
  announce_media();  // the remote makes stripes if I want them
  mark("loss policy", wanted.policy == LossPolicy::kStripes ? "stripes" : "discard");
}

void CallSession::carry_out(const MuteAudio& wanted) {
  state_.muted = wanted.muted;
  if (media_) media_->set_muted(wanted.muted);
  mark("muted", wanted.muted ? "yes" : "no");
}

void CallSession::carry_out(const PlaceCall& wanted) {
  if (connection_ || media_) return tell(1, "You are in a call. Hang up first, then call again.");
  state_.peer = HostPort{wanted.host, wanted.port}.to_string();
  if (!prepare_media()) return end_call(state_.sentence, true);
  CallMachineOptions options = machine_options_;
  options.nonce = make_nonce();
  machine_.emplace(describe(), options);
  machine_->call();
  std::string error;
  const auto target = through_link({wanted.host, wanted.port}, error);
  if (!target) return end_call(error, true);
  connection_ = std::make_unique<ControlConnection>(*target, kConnectLimit, bound_);
}

void CallSession::carry_out(const AnswerCall& wanted) {
  if (connection_ || media_ || !callers_.first()) return;
  if (!wanted.caller.empty() && wanted.caller != callers_.first()->words()) return;  // who was meant has gone
  if (wanted.accept) return answer_first();
  callers_.decline_first(monotonic_now());
  state_.sentence = "You declined the call.";
  state_.over = options_.one_call && callers_.ringing() == 0;
}

void CallSession::carry_out(const GrantConsent& wanted) {
  const bool awaited = !std::exchange(state_.consent_asked, {}).empty();  // by this call
  state_.asked_here.reset();
  if (!awaited || !machine_ || machine_->refuses_all()) return;
  machine_->grant_consent(wanted.granted);
  if (machine_->refuses_all()) silence_remote(monotonic_now());
}

void CallSession::carry_out(const HangUp& wanted) {
  carry_out(Demonstrate{{}, false});  // while the remote can still be asked back
  if (machine_)
    machine_->hang_up(wanted.why);
  else if (media_)
    end_call(wanted.why.empty() ? "You ended the call." : wanted.why, false);
}

void CallSession::carry_out(const PlaceMarker& wanted) {
  if (media_) media_->note(Marker{ShortText<64>(wanted.text), monotonic_now()});
}

void CallSession::carry_out(const Record& wanted) {
  if (!media_) {
    options_.trace_path = wanted.on ? wanted.path : "";
    return;
  }
  state_.recorded_unasked = false;
  if (!wanted.on) {
    const std::string kept = media_->recorder() ? media_->recorder()->path() : std::string();
    media_->stop_recording();
    if (!kept.empty()) tell(0, "Recording stopped; kept: " + kept);
    return;
  }
  const std::string path = !wanted.path.empty()         ? wanted.path
                           : options_.choose_trace_path ? options_.choose_trace_path()
                                                        : options_.trace_path;
  if (path.empty()) return;
  media_->start_recording(path);
  if (media_->recorder()) tell(0, "Recorded from now on to " + path);
}

void CallSession::carry_out(const DiscardRecording& wanted) {
  if (media_) view_recording();
  if (!media_ || !state_.recorded_unasked || media_->recorder()->path() != wanted.path)
    return tell(1, wanted.path + " is not being recorded any more: the file stays.");
  const std::string trouble = media_->discard_recording();
  state_.trace_path.clear();
  state_.trace_bytes = 0;
  tell(trouble.empty() ? 1 : 2, trouble.empty() ? "This call is not recorded; deleted: " + wanted.path : trouble);
}

void CallSession::carry_out(const UsePlainRtp& wanted) {
  if (connection_ || media_) return tell(1, "You are in a call. Hang up first.");
  const bool sends = !wanted.host.empty();
  const auto second = static_cast<std::uint16_t>(wanted.video_port + 2);
  Resolution far;
  if (sends) far = resolve_within({wanted.host, wanted.video_port}, kLookUpLimit);
  if (sends && far.addresses.empty()) return end_call(far.error, true);
  std::string error;
  auto video = open_ports(sends ? 5100 : wanted.video_port, bound_, error);
  auto audio = open_ports(sends ? 5200 : second, bound_, error);
  if (!video || !audio) return end_call(error, true);
  if (!sends && (video->rtp.local().port() != wanted.video_port || audio->rtp.local().port() != second))
    return end_call("Port " + std::to_string(wanted.video_port) + " or " + std::to_string(second) +
                        " is in use (RTP needs an even one). Choose another.",
                    true);
  const auto start = [this] {
    return StreamStart{random_number() | 1, static_cast<std::uint16_t>(random_number()), random_number()};
  };
  pending_.emplace(Pending{{std::move(*audio), std::move(*video)}, start(), start()});
  route_.prepare(pending_->sockets, {}, error);
  MediaCallConfig config;
  config.plain_rtp = true;
  config.local = describe();
  config.clock = {config.local.conference_offset, false};  // nobody has agreed on a clock
  if (sends) {
    config.video_far_end = pending_->sockets.video.rtp.local().family() == AF_INET6 ? far.addresses.front().mapped()
                                                                                    : far.addresses.front();
    config.audio_far_end = config.video_far_end.with_port(second);
  }
  state_.peer = sends ? "plain RTP to " + HostPort{wanted.host, wanted.video_port}.to_string()
                      : "plain RTP at ports " + std::to_string(wanted.video_port) + " and " + std::to_string(second);
  state_.sentence.clear();
  std::vector<std::string> impossible;
  if (settings_.transport == Transport::kTcp) impossible.push_back(kTcpInPlainRtp);
  settings_.transport = Transport::kUdp;
  if (needs_reports(settings_.rate_control)) {
    impossible.push_back(needs_a_call(settings_.rate_control));
    settings_.rate_control.controller = "off";
  }
  try {
    begin_media(std::move(config));
    for (const std::string& sentence : impossible) tell(1, sentence);
  } catch (const std::exception& fault) {  // a thread that cannot be made
    end_call(std::string("The call could not begin: ") + fault.what(), true);
  }
}

void CallSession::carry_out(const SetAudioBlock& wanted) {
  if (wanted.end != End::kTheirs) set_mine(SetAudioBlock{wanted.bytes, End::kMine}, "local");
  if (wanted.end != End::kMine && machine_) machine_->request_change(SetAudioBlock{wanted.bytes, End::kMine});
}

void CallSession::carry_out(const SetPlayout& wanted) {
  settings_.playout[wanted.medium] = wanted.playout;
  if (media_) media_->set_playout(wanted.medium, wanted.playout);
  mark("playout." + std::string(to_string(wanted.medium)), wanted.playout.to_string());
}

void CallSession::carry_out(const SetLipSync& wanted) {
  settings_.lip_sync = wanted.on;
  if (media_) media_->set_lip_sync(wanted.on);
  mark("lip-sync", wanted.on ? "on" : "off");
}

void CallSession::carry_out(const SetRateControl& wanted) {
  if (media_ && !machine_ && needs_reports(wanted.setting)) return tell(1, needs_a_call(wanted.setting));
  const bool goes_on = is_same_controller(wanted.setting, settings_.rate_control);
  std::string error;
  std::unique_ptr<RateController> controller;
  if (!goes_on && wanted.setting.on()) controller = choose_controller(wanted.setting, error);
  if (!error.empty()) return tell(1, error);
  settings_.rate_control = wanted.setting;
  if (media_ && goes_on) media_->set_rate_control(wanted.setting);
  if (media_ && !goes_on) media_->set_controller(std::move(controller), wanted.setting);
  announce_media();
  mark("rate-control", wanted.setting.to_string(), words_for_far_end(wanted.setting));
}

void CallSession::carry_out(const SetTransport& wanted) {
  if (media_ && !machine_ && wanted.transport == Transport::kTcp) return tell(1, kTcpInPlainRtp);
  settings_.transport = wanted.transport;
  if (media_) media_->set_transport(wanted.transport);
  announce_media();
  mark("transport", to_string(wanted.transport));
}

void CallSession::carry_out(const CopyToPlayer& wanted) {
  if (media_) media_->copy_to_player(wanted.video_port);
}

}  // namespace jitterscope
