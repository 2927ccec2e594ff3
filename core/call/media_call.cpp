#include "core/call/media_call.h"

#include <stdexcept>
#include <system_error>
#include <thread>

#include "core/call/call_trace_meta.h"
#include "core/call/controller_choice.h"
#include "core/events/bytes_on_link.h"
#include "core/realtime/clock.h"
#include "core/rtp/rtp_jpeg.h"
#include "core/units/media_time.h"

namespace jitterscope {
namespace {

constexpr std::string_view kNeedsSound =
    "Rate control judges the path by the delays of your sound: until the far end hears it, the picture goes as you set "
    "it.";
constexpr auto kSendGrace = std::chrono::milliseconds(100);
constexpr auto kReceiveGrace = std::chrono::milliseconds(200);

rtp::ExtensionIds extension_ids(const Description& sender) {
  return {static_cast<std::uint8_t>(sender.block_extension), static_cast<std::uint8_t>(sender.sent_extension)};
}

SocketAddress rtcp_of(const SocketAddress& rtp) {
  return rtp.size() > 0 ? rtp.with_port(static_cast<std::uint16_t>(rtp.port() + 1)) : rtp;
}

/// Where packets go from here: to the relay if there is one.
SocketAddress first_hop(const MediaCallConfig& config, Medium medium) {
  const bool audio = medium == Medium::kAudio;
  const SocketAddress& through = audio ? config.audio_through : config.video_through;
  return through.size() > 0 ? through : audio ? config.audio_far_end : config.video_far_end;
}

/// Of the sound of both ends: the picture may be nothing.
rtp::FeedbackTimerConfig feedback_timing(const MediaCallConfig& config) {
  constexpr int kHeaders = kUdpHeaderBytes + 12 + 16;  // RTP with its extensions
  const auto rate = [](int block) { return block > 0 ? kAudioClock * 8 * (block + kHeaders) / block : 0.0; };
  const double both = rate(config.local.audio.block_bytes) + rate(config.remote.audio.block_bytes);
  return {DataRate::bits_per_second(both), 0.05, config.audio_start.ssrc};
}

/// nullopt when the far end told none that could be.
std::optional<Duration> period_of(double frames_per_second) {
  if (!(frames_per_second >= 0.01)) return std::nullopt;
  return Duration::from_seconds(1.0 / frames_per_second);
}

}  // namespace

MediaCall::MediaCall(MediaSockets& sockets, const MediaSurroundings& around, const MediaCallConfig& config)
    : sockets_(sockets), around_(around), config_(config), clock_(config.clock), settings_(config.settings), began_(monotonic_now()),
      threads_(with_default_priorities(config.settings.priorities)) {
  for (const auto& [role, priority] : threads_.requested())
    if (role != ThreadRole::kWatchdog) watch_before(priority);
  board_.lip_sync = settings_.lip_sync;
  if (settings_.rate_control.on() && !lacks_reports())
    rates_.target.store({true, false, 0});  // no picture before the first decision
  analysis_ = std::make_unique<AnalysisThread>(rings_, board_, rates_, began_, around_.snapshot_period);
  if (!config_.record_path.empty()) start_recording(config_.record_path);
  start_audio_sending();
  start_video_sending();
  const auto far_ssrc = [&](std::uint32_t ssrc) { return config_.plain_rtp ? std::nullopt : std::optional(ssrc); };
  const std::array<RtcpMedium, 2> media{
      RtcpMedium{&sockets_.audio.rtcp, rtcp_of(first_hop(config_, Medium::kAudio)), config_.audio_start.ssrc,
                 config_.audio_start.sequence, far_ssrc(config_.remote.audio.ssrc), kAudioClock, &audio_sender_->progress()},
      RtcpMedium{&sockets_.video.rtcp, rtcp_of(first_hop(config_, Medium::kVideo)), config_.video_start.ssrc,
                 config_.video_start.sequence, far_ssrc(config_.remote.video.ssrc), kVideoClock, &video_sender_->progress()}};
  rtcp_ = std::make_unique<RtcpThread>(media, config_.clock, clock_, config_.cname, analysis_->reports(), board_, rates_,
                                       feedback_timing(config_), rings_);
  if (settings_.rate_control.on()) {
    std::string error;
    set_controller(choose_controller(settings_.rate_control, error), settings_.rate_control);
    if (!error.empty()) note_trouble(error);
  }
  update_media(config_.local, config_.remote, settings_);
  if (!recorder_) note_settings();
  if (around_.devices && settings_.speaker_id != "none") around_.devices->open_speaker(settings_.speaker_id);
}

MediaCall::~MediaCall() {
  if (analysis_) finish();
}

void MediaCall::start_audio_receiving() {
  AudioReceiverConfig audio;
  audio.intake = {Medium::kAudio, rtp::kPayloadPcmu, config_.remote.audio.ssrc, extension_ids(config_.remote), &clock_};
  if (config_.plain_rtp) audio.intake.ssrc.reset();
  audio.playout.setting = settings_.audio_playout;
  audio.playout.period = received_period(Medium::kAudio);
  audio.playout.ssrc = config_.remote.audio.ssrc;
  audio.priority = threads_.requested(ThreadRole::kAudioReceive);
  audio.speaker = around_.devices && settings_.speaker_id != "none" ? &around_.devices->speaker() : nullptr;
  audio.devices = audio.speaker ? around_.devices : nullptr;
  audio.tap = around_.played_tap;
  audio_receiver_ = std::make_unique<AudioReceiver>(sockets_.audio.rtp, rings_, board_, *around_.speaker_level, audio);
}

void MediaCall::start_video_receiving() {
  VideoReceiverConfig video;
  video.intake = {Medium::kVideo, rtp::kPayloadJpeg, config_.remote.video.ssrc, extension_ids(config_.remote), &clock_};
  if (config_.plain_rtp) video.intake.ssrc.reset();
  else video.reassembly.period = period_of(config_.remote.video.frames_per_second);
  video.reassembly.loss_policy = settings_.loss_policy;
  video.reassembly.discard_late_frames = settings_.discard_late_frames;
  video.reassembly.ssrc = config_.remote.video.ssrc;
  video.receive_priority = threads_.requested(ThreadRole::kVideoReceive);
  video.decode_priority = threads_.requested(ThreadRole::kVideoDecode);
  video.playout = settings_.video_playout;
  video.picture_format = around_.picture_format;
  video.on_jpeg = around_.on_jpeg;
  video_receiver_ = std::make_unique<VideoReceiver>(sockets_.video.rtp, rings_, board_, *around_.remote_picture, video);
}

void MediaCall::start_audio_sending() {
  AudioSenderConfig config;
  config.far_end = first_hop(config_, Medium::kAudio);
  config.clock = &clock_;
  config.ids = extension_ids(config_.local);
  config.start = config_.audio_start;
  config.block_size = settings_.audio_block;
  config.spin = settings_.spin;
  config.priority = threads_.requested(ThreadRole::kAudioSend);
  audio_sender_ = std::make_unique<AudioSender>(sockets_.audio.rtp, rings_, *around_.microphone_level, config);
}

void MediaCall::start_video_sending() {
  VideoSenderConfig config;
  config.far_end = first_hop(config_, Medium::kVideo);
  config.clock = &clock_;
  config.ids = extension_ids(config_.local);
  config.start = config_.video_start;
  config.block_size = settings_.block_size;
  config.format = video_format();
  config.shaping = settings_.shaping;
  config.spin = settings_.spin;
  config.rate = &rates_;
  if (!config_.plain_rtp) config.transport = settings_.transport;
  config.send_priority = threads_.requested(ThreadRole::kVideoSend);
  config.encode_priority = threads_.requested(ThreadRole::kVideoEncode);
  video_sender_ = std::make_unique<VideoSender>(sockets_.video.rtp, *around_.capture, rings_, config);
}

/// Stripes are the receiver's wish: without call set-up, this end's own.
VideoFormat MediaCall::video_format() const {
  const LossPolicy policy = config_.plain_rtp ? settings_.loss_policy : config_.remote.video.loss_policy;
  return {settings_.jpeg_quality, settings_.subsampling, policy, settings_.rate_control.keep};
}

bool MediaCall::sends(Medium medium) const {
  if (medium == Medium::kAudio)
    return config_.audio_far_end.size() > 0 && config_.local.audio.send && config_.remote.audio.receive;
  return config_.video_far_end.size() > 0 && config_.local.video.send && config_.remote.video.receive;
}

void MediaCall::update_media(const Description& local, const Description& remote, const CallSettings& settings) {
  const bool first = !audio_sender_->thread();
  const bool other_source = first || !(settings.audio == settings_.audio) || local.audio.send != config_.local.audio.send ||
                            remote.audio.receive != config_.remote.audio.receive;
  config_.local = local;
  config_.remote = remote;
  tell_periods();
  renew_period(Medium::kAudio);
  renew_period(Medium::kVideo);
  settings_.audio = settings.audio;
  settings_.video = settings.video;
  // A receiver once made stays: what is still under way is counted.
  if (local.audio.receive && !audio_receiver_) start_audio_receiving();
  if (local.video.receive && !video_receiver_) start_video_receiving();
  if (settings_.receive_processor) set_receive_processor(settings_.receive_processor);
  receive_video_as_sent();
  analysis_->set_trend(config_.plain_rtp ? settings_.rate_control.trend : remote.audio.trend);
  if (other_source) change_audio_source();
  look_for_reports();
  video_sender_->set_active(sends(Medium::kVideo));
  video_sender_->set_format(video_format());
  if (const auto period = period_of(remote.video.frames_per_second); period && video_receiver_ && !config_.plain_rtp)
    video_receiver_->set_period(*period);
}

void MediaCall::receive_video_as_sent() {
  if (!video_receiver_) return;
  const std::string trouble = video_receiver_->set_transport(config_.remote.video.transport, config_.video_far_end);
  if (!trouble.empty() && trouble != transport_trouble_) note_trouble(trouble);
  transport_trouble_ = trouble;
}

/// Late frames are judged by what the far end says of itself; a trace has the same.
void MediaCall::tell_periods() {
  if (config_.plain_rtp) return;
  const double blocks_per_second = static_cast<double>(kAudioClock) / config_.remote.audio.block_bytes;
  const auto tell = [&](Medium medium, double per_second) {
    analysis_->set_period(medium, per_second > 0 ? std::optional(1e3 / per_second) : std::nullopt);
  };
  tell(Medium::kAudio, blocks_per_second);
  tell(Medium::kVideo, config_.remote.video.frames_per_second);
}

void MediaCall::change_audio_source() {
  const bool microphone = sends(Medium::kAudio) && settings_.audio.kind == AudioSourceKind::kMicrophone && around_.devices;
  if (microphone) around_.devices->open_microphone(settings_.audio.id);
  else if (around_.devices) around_.devices->close_microphone();
  std::unique_ptr<AudioSource> source;
  try {
    if (sends(Medium::kAudio)) source = make_audio_source(settings_.audio);
  } catch (const std::runtime_error& error) {
    note_trouble(error.what());
  }
  audio_sender_->set_source(std::move(source), microphone ? &around_.devices->microphone() : nullptr);
}

std::shared_ptr<const CallSnapshot> MediaCall::finish() {
  video_sender_->set_active(false);
  audio_sender_->set_source(nullptr, nullptr);
  if (around_.devices) around_.devices->close_microphone();
  std::this_thread::sleep_for(kSendGrace);
  rtcp_.reset();
  video_sender_.reset();
  audio_sender_.reset();
  std::this_thread::sleep_for(kReceiveGrace);
  audio_receiver_.reset();
  video_receiver_.reset();
  if (around_.devices) around_.devices->close_speaker();
  analysis_->finish();
  auto last = analysis_->snapshot();
  stop_recording();
  analysis_.reset();
  return last;
}

void MediaCall::note_setting(std::string_view name, std::string_view value, std::string_view origin) {
  note(SettingChanged{ShortText<32>(name), ShortText<160>(value), End::kMine, ShortText<16>(origin), monotonic_now()});
}

void MediaCall::set_shaping(const ShapingSetting& shaping, std::string_view origin) {
  settings_.shaping = shaping;
  video_sender_->set_shaping(shaping);
  note_setting("shaping", shaping.to_string(), origin);
}

std::string MediaCall::set_priority(ThreadRole role, const PrioritySetting& priority, std::string_view origin) {
  if (role == ThreadRole::kWatchdog) return threads_.request(role, priority);  // which refuses it
  settings_.priorities[role] = priority;
  note_setting("priority." + std::string(to_string(role)), priority.to_string(), origin);
  try {
    watch_before(priority);
  } catch (const std::system_error& error) {
    return "The watchdog could not begin (" + error.code().message() + "): the class stays as it was.";
  }
  std::string reason = threads_.request(role, priority);
  if (role == ThreadRole::kAudioSend) audio_sender_->set_next_priority(priority);
  note_threads_and_drops(monotonic_now());
  return reason;
}

void MediaCall::watch_before(const PrioritySetting& priority) {
  if (watchdog_ || !priority.is_realtime()) return;
  watchdog_ = std::make_unique<Watchdog>(WatchdogBudget{}, [this](const Demotion& demotion) {
    threads_.note_demotion(demotion.tid, demotion.at);
    rings_.of(ThreadRole::kWatchdog).push(Notice{1, demotion.sentence(), demotion.at});
  });
}

void MediaCall::set_audio_block(int samples, std::string_view origin) {
  settings_.audio_block = samples;
  audio_sender_->set_block_size(samples);
  note_setting("audio-block", std::to_string(samples), origin);
}

bool MediaCall::set_receive_processor(std::optional<int> processor) {
  settings_.receive_processor = processor;
  bool done = true;
  if (audio_receiver_) done = audio_receiver_->thread().run_on(processor) && done;
  if (video_receiver_) done = video_receiver_->receive_thread().run_on(processor) && done;
  return done;
}

void MediaCall::set_format(const CallSettings& settings) {
  settings_.jpeg_quality = settings.jpeg_quality;
  settings_.subsampling = settings.subsampling;
  settings_.frames_per_second = settings.frames_per_second;
  video_sender_->set_format(video_format());
}

void MediaCall::set_loss_policy(LossPolicy policy, bool discard_late_frames) {
  settings_.loss_policy = policy;
  settings_.discard_late_frames = discard_late_frames;
  if (config_.plain_rtp) video_sender_->set_format(video_format());
  if (video_receiver_) video_receiver_->set_loss_policy(policy, discard_late_frames);
}

/// Nominal; a foreign sender's is taken to be as usual.
Duration MediaCall::received_period(Medium medium) const {
  if (medium == Medium::kVideo) return period_of(config_.remote.video.frames_per_second).value_or(kUsualVideoPeriod);
  const int samples = config_.remote.audio.block_bytes;
  return config_.plain_rtp || samples <= 0 ? kUsualAudioPeriod : media_time(samples, static_cast<std::int64_t>(kAudioClock));
}

/// Queue monitoring counts in periods.
void MediaCall::renew_period(Medium medium) {
  const Duration period = received_period(medium);
  Duration& told = medium == Medium::kAudio ? audio_period_ : video_period_;
  const PlayoutSetting& playout = medium == Medium::kAudio ? settings_.audio_playout : settings_.video_playout;
  if (period != told && playout.kind == PlayoutPolicyKind::kQueueMonitoring) set_playout(medium, playout);
  told = period;
}

void MediaCall::set_playout(Medium medium, const PlayoutSetting& playout) {
  const bool audio = medium == Medium::kAudio;
  (audio ? settings_.audio_playout : settings_.video_playout) = playout;
  if (audio && audio_receiver_) audio_receiver_->set_playout(playout, received_period(medium));
  if (!audio && video_receiver_) video_receiver_->set_playout(playout, received_period(medium));
}

void MediaCall::set_lip_sync(bool on) {
  settings_.lip_sync = on;
  board_.lip_sync.store(on, std::memory_order_relaxed);
}

void MediaCall::set_controller(std::unique_ptr<RateController> controller, const RateControlSetting& setting) {
  set_rate_control(setting);
  control_waits_ = lacks_reports();
  if (control_waits_) {
    note(Notice{1, ShortText<160>(kNeedsSound), monotonic_now()});
    controller.reset();
  }
  analysis_->set_controller(std::move(controller), setting.controller);
}

/// Of the far end, and the controller in force lives from them.
bool MediaCall::lacks_reports() const {
  return needs_reports(settings_.rate_control) && !sends(Medium::kAudio);
}

/// The sound may have begun or ended.
void MediaCall::look_for_reports() {
  if (lacks_reports() == control_waits_) return;
  std::string error;
  set_controller(choose_controller(settings_.rate_control, error), settings_.rate_control);
  if (!control_waits_) note(Notice{0, ShortText<160>("The sound goes: rate control begins."), monotonic_now()});
}

void MediaCall::set_rate_control(const RateControlSetting& setting) {
  settings_.rate_control = setting;
  video_sender_->set_format(video_format());
  if (config_.plain_rtp) analysis_->set_trend(setting.trend);
}

void MediaCall::set_transport(Transport transport) {
  settings_.transport = transport;
  video_sender_->set_transport(transport);
}

void MediaCall::set_muted(bool muted) { audio_sender_->set_muted(muted); }

void MediaCall::set_destinations(const SocketAddress& audio, const SocketAddress& video) {
  audio_sender_->set_destination(audio);
  video_sender_->set_destination(video);
  rtcp_->set_destination(Medium::kAudio, rtcp_of(audio));
  rtcp_->set_destination(Medium::kVideo, rtcp_of(video));
}

void MediaCall::remember_conditions(const CallSettings& settings) {
  settings_.link = settings.link;
  settings_.background = settings.background;
  settings_.cpu_load = settings.cpu_load;
  settings_.video_load = settings.video_load;
}

void MediaCall::copy_to_player(std::uint16_t video_port) {
  const auto at = [&](int port) {
    return video_port ? SocketAddress::loopback(static_cast<std::uint16_t>(port)) : SocketAddress{};
  };
  video_sender_->set_copy(at(video_port));
  audio_sender_->set_copy(at(video_port + 2));
}

void MediaCall::every_quarter_second(Timestamp now) {
  receive_video_as_sent();
  note_threads_and_drops(now);
}

void MediaCall::note_threads_and_drops(Timestamp now) {
  for (const Event& event : threads_.look(now)) note(event);
  const auto drops = [&](const std::string& name, std::int64_t dropped) {
    std::int64_t& known = known_drops_[name];
    if (dropped != known) note(RingDropped{ShortText<24>(name), dropped, now});
    known = dropped;
  };
  rings_.each([&](const EventRing& ring) { drops(ring.name(), ring.dropped()); });
  drops("captured frames", around_.capture->frames().exhausted());
  drops("encoded frames", video_sender_->frames_skipped());
  if (video_receiver_) drops("complete frames", video_receiver_->frames_skipped());
  if (around_.devices) drops("microphone samples", around_.devices->microphone().dropped());
  if (around_.devices) drops("speaker samples", around_.devices->speaker().dropped());
  if (!recorder_) return;
  drops("recorder", recorder_->dropped());
  if (recording_trouble_.empty() && !recorder_->error().empty()) tell_recording_trouble(recorder_->error());
}

void MediaCall::note_trouble(std::string_view sentence) { note(Notice{2, ShortText<160>(sentence), monotonic_now()}); }

void MediaCall::start_recording(const std::string& path) {
  stop_recording();
  recording_trouble_.clear();
  try {
    TraceMeta meta = call_trace_meta(config_, settings_, sockets_, around_.capture->frames_per_second());
    meta.call_began = began_;
    recorder_ = std::make_shared<RecorderThread>(path, meta);
  } catch (const std::runtime_error& error) {
    return tell_recording_trouble(error.what());
  }
  analysis_->record_to(recorder_);
  threads_.forget();
  known_drops_.clear();
  note_settings();
}

void MediaCall::note_settings() {
  note_setting("shaping", settings_.shaping.to_string(), "mine");
  note_setting("loss policy", settings_.loss_policy == LossPolicy::kStripes ? "stripes" : "discard", "mine");
  note_setting("playout.audio", settings_.audio_playout.to_string(), "mine");
  note_setting("playout.video", settings_.video_playout.to_string(), "mine");
  note_setting("lip-sync", settings_.lip_sync ? "on" : "off", "mine");
  note_setting("rate-control", settings_.rate_control.to_string(), "mine");
  note_setting("transport", to_string(settings_.transport), "mine");
  if (!settings_.link.off()) note_setting("link", settings_.link.to_string(), "mine");
  if (!settings_.link.off() && settings_.background.kilobytes_per_second > 0)
    note_setting("background", settings_.background.to_string(), "mine");
  if (settings_.cpu_load > 0) note_setting("cpu-load", std::to_string(settings_.cpu_load), "mine");
  if (settings_.receive_processor)
    note_setting("receive-processor", std::to_string(*settings_.receive_processor), "mine");
  if (settings_.video_load > 0) note_setting("video-load", std::to_string(settings_.video_load), "mine");
  for (const auto& [role, priority] : threads_.requested())
    note_setting("priority." + std::string(to_string(role)), priority.to_string(), "mine");
}

void MediaCall::stop_recording() {
  if (!recorder_) return;
  analysis_->record_to(nullptr);
  recorder_->finish();
  if (recording_trouble_.empty() && !recorder_->error().empty()) tell_recording_trouble(recorder_->error());
  recorder_.reset();
}

void MediaCall::tell_recording_trouble(const std::string& sentence) {
  recording_trouble_ = sentence;
  note_trouble(sentence);
}

}  // namespace jitterscope
