#include "core/lab/latecki04/live_ends.h"

#include <algorithm>
#include <utility>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/base/realtime/clock.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/setting_changed.h"
#include "core/lab/latecki04/fitting_encoder.h"

namespace jitterscope::latecki04 {
namespace {

constexpr Duration kLiveRound = Duration::ms(100);        // of the analysis, as a call's without a window
constexpr int kPictureWidth = 320, kPictureHeight = 240;  // as a virtual end's
constexpr std::uint32_t kReceiversSoundSsrc = 11, kReceiversPictureSsrc = 12;  // of its RTCP alone

VideoSourceSetting scene_of(const RateScenario& scenario) {
  VideoSourceSetting scene;
  scene.kind = VideoSourceKind::kSynthetic;
  scene.width = kPictureWidth;
  scene.height = kPictureHeight;
  scene.frames_per_second = 1 / scenario.picture.period.seconds();
  return scene;
}

ConferenceClock clock_of_both() {
  ConferenceClock clock;
  clock.offset = Duration();
  clock.synchronised = true;
  clock.role = ClockRole::kSameMachine;
  return clock;
}

AudioSenderConfig sound_to_send(const RateScenario& scenario, const SocketAddress& to, const CallClock& clock) {
  AudioSenderConfig config;
  config.routes = Routes::only(to);
  config.step.clock = &clock;
  config.step.start = {kSoundSsrc, 0, 0};
  config.step.block_size = static_cast<int>(scenario.sound.period.ns() * kAudioSampleRate / 1'000'000'000);
  config.step.packet_bytes = scenario.sound.bytes;
  return config;
}

VideoSenderConfig picture_to_send(const RateScenario& scenario, const SocketAddress& to, const CallClock& clock,
                                  const RateBoard& rates, std::uint64_t seed) {
  VideoSenderConfig config;
  config.routes = Routes::only(to);
  config.encode.ssrc = kPictureSsrc;
  config.encode.block_size = scenario.picture.block;
  config.encode.format.keep = scenario.control.keep;
  config.encode.rate = config.send.rate = &rates;
  config.send.clock = &clock;
  config.send.start = {kPictureSsrc, 0, 0};
  config.send.shaping = scenario.picture.shaping;
  config.send.transport = transport_of(scenario);
  config.encoder = std::make_shared<FittingEncoder>(monotonic_now, rates, scenario, seed);
  if (scenario.tcp && !scenario.tcp->watch_unsent) config.tcp_buffer = scenario.tcp->tcp.send_buffer;
  return config;
}

AudioSlotConfig sound_to_receive(const RateScenario& scenario, const CallClock& clock) {
  AudioSlotConfig config;
  config.intake = {Medium::kAudio, rtp::kPayloadPcmu, kSoundSsrc, {}, &clock};
  config.playout.period = scenario.sound.period;
  return config;
}

VideoSlotConfig picture_to_receive(const RateScenario& scenario, const CallClock& clock) {
  VideoSlotConfig config;
  config.intake = {Medium::kVideo, rtp::kPayloadJpeg, kPictureSsrc, {}, &clock};
  config.reassembly.period = scenario.picture.period;
  return config;
}

DecodeSlotConfig picture_to_decode(const RateScenario& scenario) {
  DecodeSlotConfig config;
  config.period = scenario.picture.period;
  return config;
}

}  // namespace

std::optional<MediaSockets> open_live_sockets(const std::string& host, std::uint16_t first, std::string& error) {
  const SocketAddress address = resolve({host, first}).addresses.at(0);
  auto sound = open_ports(first, address, error);
  auto picture = sound ? open_ports(static_cast<std::uint16_t>(first + 2), address, error) : std::nullopt;
  if (!picture) return std::nullopt;
  return MediaSockets{std::move(*sound), std::move(*picture)};
}

PerMedium<SocketAddress> receives_at(const MediaSockets& sockets) {
  return {{sockets.audio.rtp.local(), sockets.video.rtp.local()}};
}

LiveEnd::LiveEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
                 std::uint64_t seed)
    : sockets_(std::move(sockets)), remote_(remote), scenario_(scenario), seed_(seed), clock_(clock_of_both()) {}

void LiveEnd::begin_rtcp(const std::array<RtcpStream, 2>& streams) {
  RtcpConfig config;
  config.streams = streams;
  config.agreed = clock_of_both();
  config.cname = "end";
  config.feedback = feedback_of(scenario_, seed_);
  for (const Medium medium : kMedia) rtcp_sink_.set_route(medium, {.address = rtcp_of(remote_[medium])});
  rtcp_ = std::make_unique<RtcpThread>(std::array{&sockets_.audio.rtcp, &sockets_.video.rtcp}, rings_, rates_.news);
  rtcp_->add(clock_, path_, rates_, rtcp_sink_, config);
}

void LiveEnd::begin_analysis() {
  analysis_ = std::jthread([this](const std::stop_token& stop) {
    Timestamp deadline = monotonic_now();
    while (!stop.stop_requested()) {
      deadline = std::max(rate_.next_round(deadline, kLiveRound), monotonic_now());
      round(sleep_until(deadline));
    }
    round(monotonic_now());
  });
}

void LiveEnd::round(Timestamp now) {
  for (std::size_t i = 0; i < kThreadRoles; ++i) {
    const auto role = static_cast<ThreadRole>(i);
    rings_.of(role).take_all([&](const Event& event) {
      events_.push_back(event);
      rate_.add(event);
      const auto* notice = get_if<Notice>(&event);
      if (role != ThreadRole::kVideoSend || !notice || notice->severity == 0) return;
      trouble_ = notice->text.view();
      has_trouble_ = true;
    });
  }
  rate_.round(now, events_);
}

SendingEnd::SendingEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
                       std::uint64_t seed, std::unique_ptr<RateController> controller)
    : LiveEnd(std::move(sockets), remote, scenario, seed) {
  EventRing& settings = rings_.of(ThreadRole::kSession);
  settings.push(changed_to(SetTransport{transport_of(scenario_)}, "local", monotonic_now()));
  settings.push(changed_to(SetRateControl{scenario_.control}, "local", monotonic_now()));
  capture_.set_source(scene_of(scenario_), std::nullopt);
  if (controller) rate_.set_controller(std::move(controller), std::string_view(scenario_.control.controller));
  audio_ = std::make_unique<AudioSender>(sockets_.audio.rtp, rings_, level_,
                                         sound_to_send(scenario_, remote_[Medium::kAudio], clock_));
  video_ = std::make_unique<VideoSender>(sockets_.video.rtp, capture_, rings_,
                                         picture_to_send(scenario_, remote_[Medium::kVideo], clock_, rates_, seed_));
  begin_rtcp(
      {RtcpStream{kSoundSsrc, 0, {{kReceiversSoundSsrc, kFirstRemote, &board_}}, kAudioClock, &audio_->progress()},
       RtcpStream{
           kPictureSsrc, 0, {{kReceiversPictureSsrc, kFirstRemote, &board_}}, kVideoClock, &video_->progress()}});
  begin_analysis();
}

void SendingEnd::begin_sound() {
  audio_->set_source(std::make_unique<LoopedAudio>(render_tone()), nullptr);
}

void SendingEnd::end_sound() {
  audio_->set_source(nullptr, nullptr);
}

void SendingEnd::finish() {
  rtcp_.reset();
  video_.reset();
  audio_.reset();
  end_analysis();
}

ReceivingEnd::ReceivingEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
                           std::uint64_t seed)
    : LiveEnd(std::move(sockets), remote, scenario, seed) {
  EventRing& settings = rings_.of(ThreadRole::kSession);
  settings.push(changed_to(SetTransport{transport_of(scenario_), End::kRemote}, "remote", monotonic_now()));
  settings.push(changed_to(SetRateControl{scenario_.control, End::kRemote}, "remote", monotonic_now()));
  rate_.set_trend(scenario_.control.trend);
  audio_ = std::make_unique<AudioReceiver>(sockets_.audio.rtp, rings_, level_, AudioReceiverConfig{});
  audio_->add(board_, sound_to_receive(scenario_, clock_));
  video_ = std::make_unique<VideoReceiver>(sockets_.video.rtp, rings_,
                                           VideoReceiverConfig{.picture_format = PixelFormat::kI420});
  video_->add(board_, picture_, picture_to_receive(scenario_, clock_), picture_to_decode(scenario_));
  begin_rtcp({RtcpStream{kReceiversSoundSsrc, 0, {{kSoundSsrc, kFirstRemote, &board_}}, kAudioClock},
              RtcpStream{kReceiversPictureSsrc, 0, {{kPictureSsrc, kFirstRemote, &board_}}, kVideoClock}});
  begin_analysis();
}

bool ReceivingEnd::listen(std::string& error) {
  error = video_->set_transport(transport_of(scenario_), {});
  return error.empty();
}

void ReceivingEnd::finish() {
  rtcp_.reset();
  video_.reset();
  audio_.reset();
  end_analysis();
}

}  // namespace jitterscope::latecki04
