#include "core/call/session/local_media.h"

#include <thread>

#include "core/algorithms/playout/policy_definition.h"
#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

// How often the remote is told, and playout.
constexpr Duration kQualityPeriod = Duration::ms(500), kSummaryPeriod = Duration::ms(250),
                   kTimesPeriod = Duration::ms(200), kReportPeriod = Duration::seconds(2),
                   kOptimumPeriod = Duration::seconds(1), kDemonstrationPeriod = Duration::ms(250);
constexpr auto kSendGrace = std::chrono::milliseconds(100);
constexpr auto kReceiveGrace = std::chrono::milliseconds(200);

}  // namespace

LocalMedia::LocalMedia(MediaSockets& sockets, const MediaSurroundings& around, const MediaConfig& config)
    : sockets_(sockets),
      around_(around),
      config_(config),
      clock_(std::make_shared<CallClock>(config.clock)),
      settings_(config.settings),
      began_(monotonic_now()),
      rings_(around.most_remotes),
      classes_(with_default_priorities(config.settings.priorities), rings_),
      drops_(rings_, sockets, [this] { return lasting_drops(); }) {
  const bool waits = needs_reports(settings_.rate_control) && !jitterscope::sends(config_, Medium::kAudio);
  if (settings_.rate_control.on() && !waits) rates_.target.store(RateTarget::undecided());
  analysis_ = std::make_unique<AnalysisThread>(rings_, rates_, *around_.shown, began_);
  recording_.emplace(*analysis_, [this](const std::string& sentence) { note_trouble(sentence); });
  control_.emplace(*analysis_, rings_);
  set_interests(around_.screen);
  analysis_->set_interests(Party::kRtcp, {{ViewKind::kReport, kReportPeriod}});
  state_session_interests();
  state_playout_interest();
  start_audio_sending();
  start_video_sending();
  rtcp_ = std::make_unique<RtcpThread>(std::array{&sockets_.audio.rtcp, &sockets_.video.rtcp}, rings_, rates_.news);
  if (around_.devices && settings_.speaker_id != "none") around_.devices->open_speaker(settings_.speaker_id);
}

/// Of what the remote is told, and of a demonstration. Plain RTP tells nobody; what waits to be told goes all the same.
void LocalMedia::state_session_interests() {
  Interests session{{ViewKind::kSenderTimes, kTimesPeriod}};
  if (!config_.plain_rtp)
    session.add(Interests{{ViewKind::kQuality, kQualityPeriod}, {ViewKind::kSummary, kSummaryPeriod}});
  if (demonstration_watched_) session.add(Interest{ViewKind::kDemonstration, kDemonstrationPeriod});
  analysis_->set_interests(Party::kSession, std::move(session));
}

void LocalMedia::watch_demonstration(bool on) {
  if (std::exchange(demonstration_watched_, on) != on) state_session_interests();
}

/// Of the media whose policy follows the optimum.
void LocalMedia::state_playout_interest() {
  Interests interests;
  for (const Medium medium : kMedia)
    if (const auto* policy = find_playout_policy(settings_.playout[medium].policy.view());
        policy && policy->follows_optimum)
      interests.add({.view = ViewKind::kOptimum, .period = kOptimumPeriod, .medium = medium});
  analysis_->set_interests(Party::kPlayout, std::move(interests));
}

LocalMedia::~LocalMedia() {
  if (analysis_) finish();
}

void LocalMedia::finish(const std::function<void()>& when_sent) {
  classes_.look(monotonic_now());  // what has changed since they were looked at last
  video_sender_->set_active(false);
  audio_sender_->set_source(nullptr, nullptr);
  if (around_.devices) around_.devices->close_microphone();
  std::this_thread::sleep_for(kSendGrace);
  rtcp_.reset();
  video_sender_.reset();
  audio_sender_.reset();
  if (when_sent) when_sent();
  std::this_thread::sleep_for(kReceiveGrace);
  audio_receiver_.reset();
  video_receiver_.reset();
  if (around_.devices) around_.devices->close_speaker();
  analysis_->finish();
  const auto last = analysis_->snapshot();
  recording_->stop(last ? std::optional(last->local) : std::nullopt);
  analysis_.reset();
}

std::string LocalMedia::set_priority(ThreadRole role, const PrioritySetting& priority) {
  if (role != ThreadRole::kWatchdog) settings_.priorities[role] = priority;
  std::string reason;
  if (classes_.request(role, priority, reason) && role == ThreadRole::kAudioSend)
    audio_sender_->set_next_priority(priority);
  return reason;
}

bool LocalMedia::set_receive_processor(std::optional<int> processor) {
  const auto run_on = [this](std::optional<int> where) {
    bool done = true;
    if (audio_receiver_) done = audio_receiver_->run_on(where) && done;
    if (video_receiver_) done = video_receiver_->run_on(where) && done;
    return done;
  };
  const bool done = run_on(processor);
  if (done)
    settings_.receive_processor = processor;
  else
    run_on(settings_.receive_processor);  // one of them may have moved
  return done;
}

TakenOver LocalMedia::hand(const SetShaping& wanted, const SettingChanged* mark) {
  return video_sender_->apply(wanted, mark);
}
TakenOver LocalMedia::hand(const SetTransport& wanted, const SettingChanged* mark) {
  return video_sender_->apply(wanted, mark);
}
TakenOver LocalMedia::hand(const SetAudioBlock& wanted, const SettingChanged* mark) {
  return audio_sender_->apply(wanted, mark);
}
TakenOver LocalMedia::hand(const SetMuted& wanted, const SettingChanged* mark) {
  return audio_sender_->apply(wanted, mark);
}
TakenOver LocalMedia::hand_format(const SettingChanged* mark) {
  return video_sender_->set_format(format(), mark);
}

TakenOver LocalMedia::hand_loss_policy(const SettingChanged* mark) {
  if (config_.plain_rtp) video_sender_->set_format(format());
  return of_all(mark, [&](PeerMedia& peer, const SettingChanged* said) {
    return peer.participant().set_loss_policy(settings_.loss_policy, settings_.discard_late_frames, said);
  });
}

/// Of what is received, from the next block or frame on.
TakenOver LocalMedia::hand(const SetPlayout& wanted, const SettingChanged* mark) {
  state_playout_interest();
  return of_all(mark, [&](PeerMedia& peer, const SettingChanged* said) {
    const Duration period = received_period(peer.config(), wanted.key);
    return peer.participant().set_playout(wanted.key, wanted.value, period, said);
  });
}

TakenOver LocalMedia::hand(const SetLipSync& wanted, const SettingChanged*) {
  for (const auto& peer : peers_) peer->participant().board().lip_sync.store(wanted.value, std::memory_order_relaxed);
  return {};
}

void LocalMedia::set_controller(std::unique_ptr<RateController> controller, const RateControlSetting& setting) {
  set_rate_control(setting);
  control_->set(std::move(controller), setting, sound_goes());
}

bool LocalMedia::sound_goes() const {
  const PeerMedia* peer = first_remote();
  return peer && peer->sends(Medium::kAudio);
}

void LocalMedia::set_rate_control(const RateControlSetting& setting) {
  settings_.rate_control = setting;
  video_sender_->set_format(format());
  if (config_.plain_rtp) analysis_->set_trend(setting.trend);
}

/// The sources stay as update() compares them.
void LocalMedia::remember(const CallSettings& settings) {
  const AnySetting audio = SetAudio{settings_.audio}, video = SetVideo{settings_.video};
  settings_ = settings;
  put(settings_, audio);
  put(settings_, video);
}

void LocalMedia::copy_to_player(std::uint16_t video_port) {
  const auto at = [&](int port) {
    return video_port ? SocketAddress::loopback(static_cast<std::uint16_t>(port)) : SocketAddress{};
  };
  video_sender_->set_copy(at(video_port));
  audio_sender_->set_copy(at(video_port + 2));
}

void LocalMedia::every_quarter_second(Timestamp now) {
  receive_video_as_sent();
  look_after_those_who_left(now);
  classes_.look_if_due(watched_ || demonstration_watched_ || recorder(), now);
  count_drops(now);
  recording_->look();
  control_->tell(now);
}

}  // namespace jitterscope
