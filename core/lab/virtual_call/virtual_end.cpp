#include "core/lab/virtual_call/virtual_end.h"

#include <algorithm>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/events/setting_change.h"
#include "core/events/settings/shaping.h"

namespace jitterscope::virtual_call {
namespace {

constexpr Duration kRound = Duration::ms(100), kReportPeriod = Duration::seconds(2);

IntakeConfig intake(int remote, Medium medium, const CallClock& clock) {
  return {
      medium, medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg, ssrc_of(remote, medium), {}, &clock};
}

ConferenceClock one_clock() {
  ConferenceClock clock;
  clock.offset = Duration{};
  clock.synchronised = true;
  clock.role = ClockRole::kSameMachine;
  return clock;
}

AudioSendConfig send_audio(int number, const EndSetup& setup, const CallClock& clock) {
  AudioSendConfig config;
  config.clock = &clock;
  config.start = {ssrc_of(number, Medium::kAudio), 65'000, 1'000'000};  // the sequence wraps soon
  config.block_size = setup.audio_block;
  return config;
}

VideoSendConfig send_video(int number, const EndSetup& setup, const CallClock& clock, const RateBoard& rates) {
  VideoSendConfig config;
  config.clock = &clock;
  config.start = {ssrc_of(number, Medium::kVideo), 65'000, 1000};
  config.shaping = setup.shaping;
  config.rate = &rates;
  return config;
}

VideoEncodeConfig encode(int number, const EndSetup& setup, const RateBoard& rates) {
  VideoEncodeConfig config;
  config.ssrc = ssrc_of(number, Medium::kVideo);
  config.format.jpeg_quality = setup.quality;
  config.rate = &rates;
  return config;
}

AudioSlotConfig receive_audio(int remote, const EndSetup& setup, const CallClock& clock) {
  AudioSlotConfig config;
  config.intake = intake(remote, Medium::kAudio, clock);
  config.playout.setting = setup.playout;
  config.playout.period = Duration::ns(std::int64_t{setup.audio_block} * 1'000'000'000 / kAudioSampleRate);
  return config;
}

ReassemblerConfig reassembly(const EndSetup& setup) {
  ReassemblerConfig config;
  config.max_frame_bytes = 1u << 20;
  config.period = Duration::from_ms(1000 / setup.frames_per_second);
  return config;
}

RtcpConfig rtcp(int number, int remote, AudioSendStep& audio, VideoSendStep& video) {
  RtcpConfig config;
  config.streams = {
      RtcpStream{ssrc_of(number, Medium::kAudio), 65'000, ssrc_of(remote, Medium::kAudio), 8000, &audio.progress()},
      RtcpStream{ssrc_of(number, Medium::kVideo), 65'000, ssrc_of(remote, Medium::kVideo), 90'000, &video.progress()}};
  config.agreed = one_clock();
  config.cname = "end";
  return config;
}

}  // namespace

VirtualEnd::VirtualEnd(Network& network, int number, int remote, const EndSetup& setup)
    : setup_(setup),
      clock_(one_clock()),
      audio_sink_(network, number, Channel::kAudio),
      video_sink_(network, number, Channel::kVideo),
      rtcp_sink_(network, number),
      encoder_(network, setup.seed),
      decoder_(network),
      send_audio_(rings_.of(ThreadRole::kAudioSend), spoken_, audio_sink_, send_audio(number, setup, clock_)),
      encode_(rings_.of(ThreadRole::kVideoEncode), encoded_, encoder_, encode(number, setup, rates_)),
      send_video_(rings_.of(ThreadRole::kVideoSend), encoded_, video_sink_, send_video(number, setup, clock_, rates_)),
      receive_audio_(rings_.of(ThreadRole::kAudioReceive), heard_, {}),
      receive_video_(rings_.of(ThreadRole::kVideoReceive)),
      decode_(decoder_),
      rtcp_(rings_.of(ThreadRole::kRtcp), clock_, machine_, reports_, board_, rates_, rtcp_sink_,
            rtcp(number, remote, send_audio_, send_video_)),
      analyzer_(network.now()) {
  const auto frames = std::make_shared<FrameExchange>(reassembly(setup).max_frame_bytes);
  receive_audio_.streams().add(
      std::make_unique<AudioSlot>(rings_.of(ThreadRole::kAudioReceive), board_, receive_audio(remote, setup, clock_)));
  receive_video_.streams().add(
      std::make_unique<VideoSlot>(rings_.of(ThreadRole::kVideoReceive), frames, bell_,
                                  VideoSlotConfig{intake(remote, Medium::kVideo, clock_), reassembly(setup)}));
  decode_.streams().add(std::make_unique<DecodeSlot>(rings_.of(ThreadRole::kVideoDecode), board_.of(Medium::kVideo),
                                                     frames, picture_,
                                                     DecodeSlotConfig{setup.playout, *reassembly(setup).period, {}}));
  next_.fill(network.now());
  next_[kSendAudio] = std::max(setup.begins, network.now());
  next_[kCapture] = next_[kSendAudio] + setup.fetching;
  send_audio_.begin(std::make_unique<LoopedAudio>(render_tone()));
}

VirtualEnd::~VirtualEnd() = default;

Timestamp VirtualEnd::next() const {
  return *std::ranges::min_element(next_);
}

void VirtualEnd::run(Timestamp now) {
  for (int role = 0; role < kRoles; ++role)
    if (next_[static_cast<std::size_t>(role)] <= now) run(static_cast<Role>(role), now);
}

void VirtualEnd::run(Role role, Timestamp now) {
  Timestamp& next = next_[role];
  switch (role) {
    case kCapture: return capture(now);
    case kSendAudio: next = send_audio_.run(now); return;
    case kSendVideo: next = send_video_.run(now); return;
    case kReceiveAudio: next = receive_audio_.run(now); return;
    case kReceiveVideo: next = receive_video_.run(now); return decode(now);
    case kDecode: return decode(now);
    case kRtcp: next = rtcp_.run(now); return;
    case kAnalysis: return analyse(now);
    case kRoles: return;
  }
}

void VirtualEnd::capture(Timestamp now) {
  frame_.prepare(PixelFormat::kI420, setup_.width, setup_.height);
  frame_.number = captured_++;
  frame_.fetch_begin = now - setup_.fetching;
  frame_.captured = now;
  encode_.take(frame_, setup_.frames_per_second);
  next_[kCapture] = now + Duration::from_ms(1000 / setup_.frames_per_second);
  run(kSendVideo, now);
}

/// What is complete, and what is due.
void VirtualEnd::decode(Timestamp now) {
  do next_[kDecode] = decode_.run(now);
  while (next_[kDecode] == now);
}

void VirtualEnd::take(Channel channel, rtp::ConstBytes bytes, Timestamp now) {
  const Arrival arrival{bytes, now, now, false};
  switch (channel) {
    case Channel::kAudio: receive_audio_.take(arrival); return run(kReceiveAudio, now);
    case Channel::kVideo: receive_video_.take(arrival); return run(kReceiveVideo, now);
    case Channel::kAudioRtcp: rtcp_.take(Medium::kAudio, arrival); return run(kRtcp, now);
    case Channel::kVideoRtcp: rtcp_.take(Medium::kVideo, arrival); return run(kRtcp, now);
  }
}

/// As the analysis thread does it in a round.
void VirtualEnd::analyse(Timestamp now) {
  const auto take = [&](const Event& event) {
    events_.push_back(event);
    analyzer_.add(event);
  };
  rings_.drain([&](const Event& event) {
    take(event);
    rate_.add(event);
  });
  std::vector<Event> made;
  rate_.round(now, made);
  for (const Event& event : made) take(event);
  if (now >= next_report_) {
    for (const Medium medium : kMedia) reports_.back()[medium] = analyzer_.take_report(medium);
    reports_.publish();
    next_report_ = now + kReportPeriod;
  }
  next_[kAnalysis] = rate_.next_round(now, kRound);
}

void VirtualEnd::finish(Timestamp now) {
  send_audio_.finish(now);
  send_video_.finish(now);
  receive_audio_.finish(now);
  receive_video_.finish(now);
  decode(now);
  rtcp_.finish(now);
  analyse(now);
}

void VirtualEnd::set_shaping(const ShapingSetting& shaping, Timestamp now) {
  const SettingChanged mark = changed_to(Set<setting::Shaping>{shaping, End::kMine}, "local", now);
  send_video_.set_shaping(shaping, &mark);
  if (send_video_.waits() == VideoSendStep::Waits::kForPicture) run(kSendVideo, now);
}

void VirtualEnd::set_controller(std::unique_ptr<RateController> controller, const std::string& name) {
  rate_.set_controller(std::move(controller), name);
}

}  // namespace jitterscope::virtual_call
