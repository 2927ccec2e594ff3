// Which streams of a call run, and what each is told when the media change.
#include <stdexcept>

#include "core/algorithms/playout/policy_definition.h"
#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/call/session/call_trace_meta.h"
#include "core/call/session/media_call.h"

namespace jitterscope {

void MediaCall::start_audio_receiving() {
  AudioReceiverConfig audio = audio_receiver_config(config_, settings_, clock_);
  audio.priority = threads_.requested(ThreadRole::kAudioReceive);
  audio.out = {around_.devices && settings_.speaker_id != "none" ? &around_.devices->speaker() : nullptr,
               around_.played_tap};
  audio.stream.devices = audio.out.speaker ? around_.devices : nullptr;
  audio_receiver_ = std::make_unique<AudioReceiver>(sockets_.audio.rtp, rings_, board_, *around_.speaker_level, audio);
}

void MediaCall::start_video_receiving() {
  VideoReceiverConfig video = video_receiver_config(config_, settings_, clock_);
  video.receive_priority = threads_.requested(ThreadRole::kVideoReceive);
  video.decode_priority = threads_.requested(ThreadRole::kVideoDecode);
  video.picture_format = around_.picture_format;
  video.decode.on_jpeg = around_.on_jpeg;
  video_receiver_ = std::make_unique<VideoReceiver>(sockets_.video.rtp, rings_, board_, *around_.remote_picture, video);
}

void MediaCall::start_audio_sending() {
  AudioSenderConfig audio = audio_sender_config(config_, settings_, clock_);
  audio.priority = threads_.requested(ThreadRole::kAudioSend);
  audio_sender_ = std::make_unique<AudioSender>(sockets_.audio.rtp, rings_, *around_.microphone_level, audio);
}

void MediaCall::start_video_sending() {
  VideoSenderConfig video = video_sender_config(config_, settings_, clock_);
  video.encode.rate = video.send.rate = &rates_;
  video.send_priority = threads_.requested(ThreadRole::kVideoSend);
  video.encode_priority = threads_.requested(ThreadRole::kVideoEncode);
  video_sender_ = std::make_unique<VideoSender>(sockets_.video.rtp, *around_.capture, rings_, video);
}

void MediaCall::update_media(const Description& local, const Description& remote, const CallSettings& settings) {
  const bool first = !audio_sender_->thread();
  const bool other_source = first || !(settings.audio == settings_.audio) ||
                            local.audio.send != config_.local.audio.send ||
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
  video_sender_->set_active(sends(config_, Medium::kVideo));
  video_sender_->set_format(video_format(config_, settings_));
  if (const auto period = period_of(remote.video.frames_per_second); period && video_receiver_ && !config_.plain_rtp)
    video_receiver_->set_period(*period);
}

void MediaCall::take_media_from(std::vector<SocketAddress> hosts) {
  config_.media_hosts = std::move(hosts);
  receive_video_as_sent();
}

void MediaCall::receive_video_as_sent() {
  if (!video_receiver_) return;
  const std::string trouble = video_receiver_->set_transport(config_.remote.video.transport, config_.media_hosts);
  if (!trouble.empty() && trouble != transport_trouble_) note_trouble(trouble);
  transport_trouble_ = trouble;
}

/// Late frames are judged by what the remote says of itself; a trace has the same.
void MediaCall::tell_periods() {
  analysis_->set_streams(call_streams(config_, settings_, sockets_, around_.capture->frames_per_second()));
  if (config_.plain_rtp) return;
  const double blocks_per_second = static_cast<double>(kAudioClock) / config_.remote.audio.block_bytes;
  const auto tell = [&](Medium medium, double per_second) {
    analysis_->set_period(medium, per_second > 0 ? std::optional(1e3 / per_second) : std::nullopt);
  };
  tell(Medium::kAudio, blocks_per_second);
  tell(Medium::kVideo, config_.remote.video.frames_per_second);
}

void MediaCall::change_audio_source() {
  const bool microphone =
      sends(config_, Medium::kAudio) && settings_.audio.kind == AudioSourceKind::kMicrophone && around_.devices;
  if (microphone)
    around_.devices->open_microphone(settings_.audio.id);
  else if (around_.devices)
    around_.devices->close_microphone();
  std::unique_ptr<AudioSource> source;
  try {
    if (sends(config_, Medium::kAudio)) source = make_audio_source(settings_.audio);
  } catch (const std::runtime_error& error) { note_trouble(error.what()); }
  audio_sender_->set_source(std::move(source), microphone ? &around_.devices->microphone() : nullptr);
}

/// Queue monitoring, for one, counts in periods.
void MediaCall::renew_period(Medium medium) {
  const Duration period = received_period(config_, medium);
  Duration& told = medium == Medium::kAudio ? audio_period_ : video_period_;
  const PlayoutSetting& playout = settings_.playout[medium];
  const auto* policy = find_playout_policy(playout.policy.view());
  if (period != told && policy && policy->counts_in_periods) set_playout(medium, playout);
  told = period;
}

/// The sound may have begun or ended.
void MediaCall::look_for_reports() {
  if (lacks_reports() == control_waits_) return;
  std::string error;
  set_controller(choose_controller(settings_.rate_control, error), settings_.rate_control);
  if (!control_waits_) note(Notice{0, ShortText<160>("The sound goes: rate control begins."), monotonic_now()});
}

}  // namespace jitterscope
