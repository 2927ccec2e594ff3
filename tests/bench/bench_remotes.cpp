// One receiver of many remotes, nobody watching: real threads, sockets on loopback; what it drops, what is not heard,
// and what analysis costs. Limits (the product's own): no ring drops, every block of sound is heard, analysis at most 5
// % of a core.
//   bench_remotes [REMOTES [SECONDS]]     1 … 15 remotes of sound in blocks of 20 ms and 160x120 at 5 frames/s
#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/algorithms/media/synthetic_audio.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "core/call/analysis/analysis_thread.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/socket_sink.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/steps/audio_send_step.h"
#include "core/call/steps/expected_stream.h"
#include "core/call/steps/video_encode_step.h"
#include "core/call/steps/video_send_step.h"

using namespace jitterscope;

namespace {

constexpr Duration kAudioPeriod = Duration::ms(20), kVideoPeriod = Duration::ms(200);
constexpr double kMostAnalysis = 0.05;

UdpSocket bound(int receive_buffer = 4 << 20) {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), {.receive_buffer = receive_buffer}, error);
  if (!socket) fmt::print(stderr, "{}\n", error), std::exit(2);
  return std::move(*socket);
}

const CallClock& clock_of_all() {
  static const CallClock clock{{Duration{}, true, ClockRole::kSameMachine}};
  return clock;
}

std::uint32_t ssrc_of(int remote, Medium medium) {
  return 100 + 2 * static_cast<std::uint32_t>(remote) + static_cast<std::uint32_t>(medium);
}

/// The same JPEG again and again.
class OnePicture : public PictureEncoder {
 public:
  OnePicture() {
    VideoFrame scene;
    SyntheticScene(160, 120, 5).fetch(1, Timestamp{}, scene);
    JpegEncoder encoder;
    encoder.encode(scene, 75, Subsampling::k420, jpeg_, 0);
    layout_ = *rtp::parse_jpeg(jpeg_.view());
  }
  Timestamp now() const override { return monotonic_now(); }
  bool encode(const VideoFrame&, const FramePlan&, const VideoFormat&, EncodedFrame& out) override {
    out.jpeg.reserve(160, 120);
    std::copy_n(jpeg_.bytes.get(), jpeg_.size, out.jpeg.bytes.get());
    out.jpeg.size = jpeg_.size;
    out.layout = layout_;
    out.info = rtp::frame_info(layout_, 75);
    return true;
  }

 private:
  JpegBuffer jpeg_;
  rtp::JpegLayout layout_;
};

/// A datagram sink of the picture.
class PictureSocket : public PictureSink {
 public:
  PictureSocket(UdpSocket& socket, std::uint32_t ssrc, const SocketAddress& to)
      : socket_(socket, Medium::kVideo, ssrc) {
    socket_.set_routes(Routes::only(to));
  }
  Timestamp now() const override { return monotonic_now(); }
  int send(const OutgoingPacket& packet) override { return socket_.send(packet); }

 private:
  SocketSink socket_;
};

/// What one remote sends.
class Remote {
 public:
  Remote(int number, UdpSocket& socket, OnePicture& encoder, const SocketAddress& audio, const SocketAddress& video)
      : audio_sink_(socket, Medium::kAudio, ssrc_of(number, Medium::kAudio)),
        video_sink_(socket, ssrc_of(number, Medium::kVideo), video),
        audio_(
            rings_.of(ThreadRole::kAudioSend), level_, audio_sink_,
            {.clock = &clock_of_all(), .ids = {}, .start = {ssrc_of(number, Medium::kAudio), 1, 1}, .block_size = 160}),
        encode_(rings_.of(ThreadRole::kVideoEncode), frames_, encoder,
                {.ids = {}, .ssrc = ssrc_of(number, Medium::kVideo)}),
        video_(rings_.of(ThreadRole::kVideoSend), frames_, video_sink_,
               {.clock = &clock_of_all(),
                .ids = {},
                .start = {ssrc_of(number, Medium::kVideo), 1, 1},
                .shaping = *ShapingSetting::parse("a")}),
        next_audio_(monotonic_now() + Duration::us(1300) * number),
        next_picture_(next_audio_ + Duration::ms(13) * number),
        next_video_(next_picture_) {
    audio_sink_.set_routes(Routes::only(audio));
    picture_.prepare(PixelFormat::kI420, 160, 120);
    audio_.begin(std::make_unique<LoopedAudio>(render_tone()));
  }
  Timestamp next() const { return std::min({next_audio_, next_picture_, next_video_}); }
  void run(Timestamp now) {
    if (next_audio_ <= now) next_audio_ = audio_.run(now);
    if (next_picture_ <= now) {
      picture_.fetch_begin = picture_.captured = now;
      encode_.take(picture_, 1000 / kVideoPeriod.ms());
      next_picture_ = next_picture_ + kVideoPeriod;
      next_video_ = now;
    }
    if (next_video_ <= now) next_video_ = video_.run(now);
    rings_.drain([this](const Event& event) { packets += holds_alternative<PacketSent>(event); });
  }
  std::int64_t packets = 0;

 private:
  EventRings rings_;
  PublishedLevel level_;
  EncodedFrames frames_{Transport::kUdp};
  SocketSink audio_sink_;
  PictureSocket video_sink_;
  AudioSendStep audio_;
  VideoEncodeStep encode_;
  VideoSendStep video_;
  VideoFrame picture_;
  Timestamp next_audio_, next_picture_, next_video_;
};

StreamAnnounced expected(int remote, Medium medium) {
  return expected_stream(ParticipantId{static_cast<std::uint8_t>(remote + 1)}, medium, ssrc_of(remote, medium),
                         medium == Medium::kAudio ? kAudioPeriod : kVideoPeriod, monotonic_now());
}

IntakeConfig intake(int remote, Medium medium) {
  return {medium,
          medium == Medium::kAudio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg,
          ssrc_of(remote, medium),
          {},
          &clock_of_all()};
}

AudioSlotConfig audio_slot(int remote) {
  AudioSlotConfig config;
  config.intake = intake(remote, Medium::kAudio);
  config.playout.setting = *PlayoutSetting::parse("i:60");
  config.playout.period = kAudioPeriod;
  config.expected = expected(remote, Medium::kAudio);
  return config;
}

VideoSlotConfig video_slot(int remote) {
  VideoSlotConfig config;
  config.intake = intake(remote, Medium::kVideo);
  config.reassembly.max_frame_bytes = 1u << 18;
  config.reassembly.period = kVideoPeriod;
  config.expected = expected(remote, Medium::kVideo);
  return config;
}

/// Of the threads of this process, by name.
std::map<std::string, double> cpu_seconds() {
  std::map<std::string, double> all;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    double ns = 0;
    std::getline(std::ifstream(task.path() / "comm"), name);
    std::ifstream(task.path() / "schedstat") >> ns;
    all[name] += ns / 1e9;
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const int remotes = argc > 1 ? std::atoi(argv[1]) : 15, seconds = argc > 2 ? std::atoi(argv[2]) : 20;
  if (remotes < 1 || remotes > 15 || seconds < 3)
    return fmt::print(stderr, "bench_remotes [1 ... 15 [SECONDS >= 3]]\n"), 2;

  UdpSocket audio_socket = bound(), video_socket = bound(), from = bound();
  EventRings rings(static_cast<std::size_t>(remotes));
  std::vector<PlayoutBoard> boards(static_cast<std::size_t>(remotes));
  std::vector<LatestValue<VideoFrame>> pictures(static_cast<std::size_t>(remotes));
  RateBoard rates;
  PublishedLevel level;
  AudioRing speaker("speaker", 1 << 16);  // nobody hears it
  const PrioritySetting realtime{PrioritySetting::Kind::kRealtime};
  const DecodeSlotConfig decode{*PlayoutSetting::parse("i:60"), kVideoPeriod, {}};

  SnapshotBoard shown;
  AnalysisThread analysis(rings, rates, shown, monotonic_now());
  AudioReceiver audio(audio_socket, rings, level, {{&speaker, nullptr}, realtime});
  VideoReceiver video(video_socket, rings, {realtime, {}});
  for (int remote = 0; remote < remotes; ++remote) {
    const auto at = static_cast<std::size_t>(remote);
    audio.add(boards[at], audio_slot(remote));
    video.add(boards[at], pictures[at], video_slot(remote), decode);
  }

  OnePicture encoder;
  std::vector<std::unique_ptr<Remote>> senders;
  for (int remote = 0; remote < remotes; ++remote)
    senders.push_back(std::make_unique<Remote>(remote, from, encoder, audio_socket.local(), video_socket.local()));
  const Timestamp begin = monotonic_now(), end = begin + Duration::seconds(seconds);
  const auto before = cpu_seconds();
  for (Timestamp now = begin; now < end;) {
    Timestamp next = end;
    for (const auto& sender : senders) next = std::min(next, sender->next());
    now = sleep_until(next);
    for (const auto& sender : senders)
      if (sender->next() <= now) sender->run(now);
  }
  auto used = cpu_seconds();
  sleep_until(monotonic_now() + Duration::ms(500));
  analysis.finish();

  std::int64_t sent = 0, drops = 0, blocks = 0, unheard = 0, received = 0, lost = 0;
  for (const auto& sender : senders) sent += sender->packets;
  rings.each([&](const EventRing& ring) { drops += ring.dropped(); });
  const auto snapshot = analysis.snapshot();
  for (int remote = 0; remote < remotes; ++remote)
    for (const Medium medium : kMedia) {
      const auto& view = snapshot->received(medium, ParticipantId{static_cast<std::uint8_t>(remote + 1)});
      received += view.figures.packets;
      lost += view.figures.lost;
      if (medium != Medium::kAudio) continue;
      const std::int64_t missed = view.figures.blocks_missed_playout.value_or(0);
      blocks += view.figures.frames_complete - missed;
      unheard += view.figures.frames_lost + missed;
    }
  const double share = (used["analysis"] - (before.contains("analysis") ? before.at("analysis") : 0)) / seconds;
  fmt::print("{} remotes, {} s: {} packets sent, {} received, {} lost; {} blocks heard, {} not; {} events dropped\n",
             remotes, seconds, sent, received, lost, blocks, unheard, drops);
  fmt::print("of a core: analysis {:.2f} %, audio-receive {:.2f} %, video-receive {:.2f} %, video-decode {:.2f} %\n",
             100 * share, 100 * used["audio-receive"] / seconds, 100 * used["video-receive"] / seconds,
             100 * used["video-decode"] / seconds);
  const bool met = drops == 0 && unheard == 0 && lost == 0 && share <= kMostAnalysis;
  fmt::print("Limits, 0 dropped, 0 not heard, analysis 5 % of a core: {}\n", met ? "met" : "NOT met");
  return met ? 0 : 1;
}
