#include "core/lab/virtual_call/virtual_end.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/settings/transport.h"

namespace jitterscope::virtual_call {
namespace {

constexpr Duration kRound = Duration::ms(100);
// In rounds of 100 ms reports go each 2 s, as what is told may come early by an eighth of its period.
constexpr Duration kReportPeriod = Duration::ms(2200);

IntakeConfig intake(int remote, Medium medium, const CallClock& clock) {
  return {
      medium, medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg, ssrc_of(remote, medium), {}, &clock};
}

AudioSendConfig send_audio(int number, const EndSetup& setup, const CallClock& clock) {
  AudioSendConfig config;
  config.clock = &clock;
  config.start = {ssrc_of(number, Medium::kAudio), 65'000, 1'000'000};  // the sequence wraps soon
  config.block_size = setup.audio_block;
  config.packet_bytes = setup.audio_packet_bytes;
  return config;
}

Transport transport_of(const EndSetup& setup) {
  return setup.tcp ? Transport::kTcp : Transport::kUdp;
}

VideoSendConfig send_video(int number, const EndSetup& setup, const CallClock& clock, const RateBoard& rates) {
  VideoSendConfig config;
  config.clock = &clock;
  config.start = {ssrc_of(number, Medium::kVideo), 65'000, 1000};
  config.shaping = setup.shaping;
  config.transport = transport_of(setup);
  config.rate = &rates;
  return config;
}

VideoEncodeConfig encode(int number, const EndSetup& setup, const RateBoard& rates) {
  VideoEncodeConfig config;
  config.ssrc = ssrc_of(number, Medium::kVideo);
  config.block_size = setup.block_size;
  config.format.jpeg_quality = setup.quality;
  config.format.keep = setup.keep;
  config.rate = &rates;
  return config;
}

AudioSlotConfig receive_audio(int remote, const EndSetup& setup, const CallClock& clock) {
  AudioSlotConfig config;
  config.intake = intake(remote, Medium::kAudio, clock);
  config.playout.setting = setup.playout;
  config.playout.period = setup.audio_period();
  return config;
}

ReassemblerConfig reassembly(const EndSetup& setup) {
  ReassemblerConfig config;
  config.max_frame_bytes = 1u << 20;
  config.period = setup.video_period();
  return config;
}

RtcpConfig rtcp(int number, int remote, const EndSetup& setup, AudioSendStep& audio, VideoSendStep& video,
                PlayoutBoard& board) {
  const auto source = [&](Medium medium) { return RtcpSource{ssrc_of(remote, medium), kFirstRemote, &board}; };
  RtcpConfig config;
  config.streams = {
      RtcpStream{ssrc_of(number, Medium::kAudio), 65'000, {source(Medium::kAudio)}, 8000, &audio.progress()},
      RtcpStream{ssrc_of(number, Medium::kVideo), 65'000, {source(Medium::kVideo)}, 90'000, &video.progress()}};
  config.agreed = one_clock();
  config.cname = "end";
  config.feedback = setup.feedback;
  return config;
}

std::unique_ptr<NetworkSink> video_sink(Network& network, int number, TcpConnection* connection) {
  if (connection) return std::make_unique<TcpSink>(network, number, *connection);
  return std::make_unique<NetworkSink>(network, number, Channel::kVideo);
}

std::unique_ptr<PictureEncoder> encoder_of(const EndSetup& setup, const Network& network, const RateBoard& rates) {
  if (setup.encoder) return setup.encoder(network, rates);
  return std::make_unique<SizeEncoder>(network, setup.seed);
}

static_assert(std::is_trivially_copyable_v<FeedbackRecord>);  // in a packet they are as in memory

}  // namespace

VirtualEnd::VirtualEnd(Network& network, int number, int remote, const EndSetup& setup, TcpConnection* connection)
    : setup_(setup),
      network_(network),
      number_(number),
      clock_(one_clock()),
      encoded_(transport_of(setup)),
      audio_sink_(network, number, Channel::kAudio),
      video_sink_(video_sink(network, number, connection)),
      rtcp_sink_(network, number),
      encoder_(encoder_of(setup, network, rates_)),
      decoder_(network),
      send_audio_(rings_.of(ThreadRole::kAudioSend), spoken_, audio_sink_, send_audio(number, setup, clock_)),
      encode_(rings_.of(ThreadRole::kVideoEncode), encoded_, *encoder_, encode(number, setup, rates_)),
      send_video_(rings_.of(ThreadRole::kVideoSend), encoded_, *video_sink_, send_video(number, setup, clock_, rates_)),
      receive_audio_(rings_.of(ThreadRole::kAudioReceive), heard_, {}),
      receive_video_(rings_.of(ThreadRole::kVideoReceive)),
      decode_(decoder_),
      rtcp_(rings_.of(ThreadRole::kRtcp), clock_, machine_, *path_, rates_, rtcp_sink_,
            rtcp(number, remote, setup, send_audio_, send_video_, *board_)),
      analysis_(rings_, rates_, *this, network.now(), setup.reports),
      wakes_(setup.seed, 20) {
  const auto frames = std::make_shared<FrameExchange>(reassembly(setup).max_frame_bytes);
  const auto received = [](auto& streams, auto made) { return streams.made(*streams.add(std::move(made))); };
  heard_stream_ = received(
      receive_audio_.streams(),
      std::make_unique<AudioSlot>(rings_.of(ThreadRole::kAudioReceive), *board_, receive_audio(remote, setup, clock_)));
  seen_stream_ =
      received(receive_video_.streams(),
               std::make_unique<VideoSlot>(rings_.of(ThreadRole::kVideoReceive), frames, bell_,
                                           VideoSlotConfig{intake(remote, Medium::kVideo, clock_), reassembly(setup)}));
  decoded_stream_ =
      received(decode_.streams(),
               std::make_unique<DecodeSlot>(rings_.of(ThreadRole::kVideoDecode), board_->of(Medium::kVideo), frames,
                                            picture_, DecodeSlotConfig{setup.playout, setup.video_period(), {}}));
  format_ = encode(number, setup, rates_).format;
  next_.fill(network.now());
  next_[kSendAudio] = std::max(setup.begins, network.now());
  next_[kCapture] = capture_due_ = std::max(next_[kSendAudio], setup.video_begins) + setup.fetching;
  analysis_.rate().set_trend(setup.trend);
  board_->lip_sync = false;  // each medium is played by its own policy alone
  analysis_.add(kFirstRemote, {board_, {{path_, path_}}});
  if (setup.reports) analysis_.set_interests({{ViewKind::kReport, kReportPeriod}});
  if (setup.tcp)
    rings_.of(ThreadRole::kVideoSend)
        .push(changed_to(Set<setting::Transport>{Transport::kTcp}, "local", network.now()));
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
    case kSendAudio: next = now < setup_.ends ? wake(send_audio_.run(now)) : kNever; return;
    case kSendVideo: next = wake(send_video_.run(now)); return;
    case kReceiveAudio: next = receive_audio_.run(now); return;
    case kReceiveVideo: next = receive_video_.run(now); return decode(now);
    case kDecode: return decode(now);
    case kRtcp: next = rtcp_.run(now); return;
    case kAnalysis: return analyse(now);
    case kRoles: return;
  }
}

Timestamp VirtualEnd::wake(Timestamp due) {
  return due + Duration::from_seconds(setup_.latest_wake.seconds() * wakes_.uniform());
}

void VirtualEnd::capture(Timestamp now) {
  if (now >= std::min(setup_.ends, setup_.video_ends)) {
    next_[kCapture] = kNever;
    return;
  }
  frame_.prepare(PixelFormat::kI420, setup_.width, setup_.height);
  frame_.number = captured_++;
  frame_.fetch_begin = now - setup_.fetching;
  frame_.captured = now;
  encode_.take(frame_, setup_.frames_per_second);
  capture_due_ += setup_.video_period();
  next_[kCapture] = wake(capture_due_);
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
    case Channel::kPacketFeedback: return hear_of_packets(bytes, now);
    case Channel::kTcpSegment:
    case Channel::kTcpAcknowledgement:
    case Channel::kBackground: return;
  }
}

void VirtualEnd::tell_of_packets(Timestamp now) {
  const std::vector<FeedbackRecord> packets = came_.take();
  std::vector<std::uint8_t> bytes(sizeof now + packets.size() * sizeof(FeedbackRecord));
  std::memcpy(bytes.data(), &now, sizeof now);
  std::memcpy(bytes.data() + sizeof now, packets.data(), packets.size() * sizeof(FeedbackRecord));
  network_.send(number_, Channel::kPacketFeedback, std::move(bytes), feedback_bytes(packets) + kUdpHeaderBytes);
}

void VirtualEnd::hear_of_packets(rtp::ConstBytes bytes, Timestamp now) {
  FeedbackReport report;
  report.came = now;
  std::memcpy(&report.made, bytes.data(), sizeof now);
  std::vector<FeedbackRecord> packets((bytes.size() - sizeof now) / sizeof(FeedbackRecord));
  std::memcpy(packets.data(), bytes.data() + sizeof now, bytes.size() - sizeof now);
  report.packets = packets;
  analysis_.rate().add_feedback(report);
}

void VirtualEnd::analyse(Timestamp now) {
  analysis_.run(now);
  if (came_.has_news()) tell_of_packets(now);
  if (rates_.news.take()) next_[kRtcp] = std::min(next_[kRtcp], rtcp_.news_due(now));
  next_[kAnalysis] = analysis_.next(now, kRound);
}

/// Its trace finds the streams itself.
void VirtualEnd::on_event(const Identifier::Whose&, const Event& event) {
  if (holds_alternative<StreamAnnounced>(event)) return;
  events_.push_back(event);
  if (const auto* packet = get_if<PacketArrived>(&event); packet && setup_.packet_feedback)
    came_.add(packet->medium, packet->ssrc, packet->sequence, packet->received);
}

void VirtualEnd::finish(Timestamp now) {
  send_video_.finish(now);
  receive_audio_.finish(now);
  receive_video_.finish(now);
  decode(now);
  rtcp_.finish(now);
  analyse(now);
}

void VirtualEnd::set_controller(std::unique_ptr<RateController> controller, const std::string& name) {
  analysis_.rate().set_controller(std::move(controller), name);
}

}  // namespace jitterscope::virtual_call
