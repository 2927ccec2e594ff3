#include "core/call/pipeline/stream_configs.h"

#include "core/algorithms/rtp/rtp_jpeg.h"
#include "core/base/units/media_time.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"
#include "core/call/steps/rtcp_step.h"
#include "core/events/bytes_on_link.h"
#include "core/events/columns.h"

namespace jitterscope {
namespace {

rtp::ExtensionIds extension_ids(const Description& sender) {
  return {static_cast<std::uint8_t>(sender.block_extension), static_cast<std::uint8_t>(sender.sent_extension)};
}

}  // namespace

AudioSenderConfig audio_sender_config(const MediaConfig& call, const CallSettings& settings, const CallClock& clock) {
  AudioSenderConfig audio;
  audio.step.clock = &clock;
  audio.step.ids = extension_ids(call.local);
  audio.step.start = call.audio_start;
  audio.step.block_size = settings.audio_block;
  audio.spin = settings.spin;
  audio.step.muted = settings.muted;
  return audio;
}

VideoSenderConfig video_sender_config(const MediaConfig& call, const CallSettings& settings, const CallClock& clock) {
  VideoSenderConfig video;
  video.encode.ids = video.send.ids = extension_ids(call.local);
  video.encode.ssrc = call.video_start.ssrc;
  video.encode.block_size = settings.block_size;
  video.encode.format = video_format(call, settings);
  video.send.clock = &clock;
  video.send.start = call.video_start;
  video.send.shaping = settings.shaping;
  video.spin = settings.spin;
  if (!call.plain_rtp) video.send.transport = settings.transport;
  return video;
}

AudioSlotConfig audio_slot_config(const MediaConfig& call, const CallSettings& settings, const CallClock& clock) {
  AudioSlotConfig audio;
  audio.intake = {Medium::kAudio, rtp::kPayloadPcmu, call.remote.audio.ssrc, extension_ids(call.remote), &clock};
  if (call.plain_rtp) audio.intake.ssrc.reset();
  audio.playout.setting = settings.playout[Medium::kAudio];
  audio.playout.period = received_period(call, Medium::kAudio);
  audio.playout.ssrc = call.remote.audio.ssrc;
  return audio;
}

VideoSlotConfig video_slot_config(const MediaConfig& call, const CallSettings& settings, const CallClock& clock) {
  VideoSlotConfig video;
  video.intake = {Medium::kVideo, rtp::kPayloadJpeg, call.remote.video.ssrc, extension_ids(call.remote), &clock};
  if (call.plain_rtp)
    video.intake.ssrc.reset();
  else
    video.reassembly.period = period_of(call.remote.video.frames_per_second);
  video.reassembly.loss_policy = settings.loss_policy;
  video.reassembly.discard_late_frames = settings.discard_late_frames;
  video.reassembly.ssrc = call.remote.video.ssrc;
  return video;
}

DecodeSlotConfig decode_slot_config(const MediaConfig& call, const CallSettings& settings) {
  DecodeSlotConfig decoded;
  decoded.playout = settings.playout[Medium::kVideo];
  const bool told = !call.plain_rtp;
  decoded.period = (told ? period_of(call.remote.video.frames_per_second) : std::nullopt).value_or(kUsualVideoPeriod);
  return decoded;
}

RtcpConfig rtcp_config(const MediaConfig& call, ParticipantId id, PlayoutBoard& board) {
  const auto stream = [&](const StreamStart& own, std::uint32_t remote, double clock_rate_hz) {
    const RtcpSource source{call.plain_rtp ? std::nullopt : std::optional(remote), id, &board};
    return RtcpStream{own.ssrc, own.sequence, {source}, clock_rate_hz, nullptr};
  };
  RtcpConfig rtcp;
  rtcp.streams = {stream(call.audio_start, call.remote.audio.ssrc, kAudioClock),
                  stream(call.video_start, call.remote.video.ssrc, kVideoClock)};
  rtcp.agreed = call.clock;
  rtcp.cname = call.cname;
  rtcp.feedback = feedback_timing(call);
  rtcp.remote = id;
  return rtcp;
}

VideoFormat video_format(const MediaConfig& call, const CallSettings& settings) {
  const LossPolicy policy = call.plain_rtp ? settings.loss_policy : call.remote.video.loss_policy;
  return {settings.jpeg_quality, settings.subsampling, policy, settings.rate_control.keep};
}

bool sends(const MediaConfig& call, Medium medium) {
  if (call.remote_rtp[medium].size() == 0) return false;
  return medium == Medium::kAudio ? call.local.audio.send && call.remote.audio.receive
                                  : call.local.video.send && call.remote.video.receive;
}

SocketAddress first_hop(const MediaConfig& call, Medium medium) {
  const SocketAddress& through = medium == Medium::kAudio ? call.audio_through : call.video_through;
  return through.size() > 0 ? through : call.remote_rtp[medium];
}

SocketAddress rtcp_of(const SocketAddress& rtp) {
  return rtp.size() > 0 ? rtp.with_port(static_cast<std::uint16_t>(rtp.port() + 1)) : rtp;
}

rtp::FeedbackTimerConfig feedback_timing(const MediaConfig& call) {
  constexpr int kHeaders = kUdpHeaderBytes + 12 + 16;  // RTP with its extensions
  const auto rate = [](int block) { return block > 0 ? kAudioClock * 8 * (block + kHeaders) / block : 0.0; };
  const double both = rate(call.local.audio.block_bytes) + rate(call.remote.audio.block_bytes);
  return {DataRate::bits_per_second(both), 0.05, call.audio_start.ssrc};
}

std::optional<double> period_ms(double per_second) {
  if (!(per_second >= 1e3 / trace::kLongestPeriodMs)) return std::nullopt;
  return 1e3 / per_second;
}

std::optional<Duration> period_of(double frames_per_second) {
  if (!period_ms(frames_per_second)) return std::nullopt;
  return Duration::from_seconds(1.0 / frames_per_second);
}

Duration received_period(const MediaConfig& call, Medium medium) {
  if (medium == Medium::kVideo) return period_of(call.remote.video.frames_per_second).value_or(kUsualVideoPeriod);
  const int samples = call.remote.audio.block_bytes;
  return call.plain_rtp || samples <= 0 ? kUsualAudioPeriod
                                        : media_time(samples, static_cast<std::int64_t>(kAudioClock));
}

}  // namespace jitterscope
