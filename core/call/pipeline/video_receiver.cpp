#include "core/call/pipeline/video_receiver.h"

#include <chrono>
#include <utility>

#include "core/call/pipeline/datagram_source.h"
#include "core/call/pipeline/drive.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kTcpPatience = Duration::seconds(20);  // for a frame: nothing is lost, a slow link only takes long

/// Datagrams, and packets of the connections there are.
class PacketSource {
 public:
  PacketSource(UdpSocket& socket, SpscRing<VideoTcpIntake::Setting>& changes, EventRing& events)
      : socket_(socket), datagrams_(socket), changes_(changes), events_(events) {}

  void wait(VideoReceiveStep& step, Timestamp until) {
    while (changes_.pop(connections_)) {
      step.set_patience(connections_.listening ? kTcpPatience : ReassemblerConfig{}.patience);
      tcp_.set(std::exchange(connections_, {}));
    }
    if (!tcp_.in_use()) return datagrams_.wait(step, until);
    tcp_.wait(socket_, std::max(until - monotonic_now(), Duration{}));
    datagrams_.wait(step, Timestamp{});
    tcp_.receive([&](rtp::ConstBytes packet, Timestamp received) {
      return step.take({packet, received, std::nullopt, false});
    });
    const Timestamp now = monotonic_now();
    if (const auto trouble = tcp_.take_trouble(now)) events_.push(Notice{1, ShortText<160>(*trouble), now});
  }

 private:
  UdpSocket& socket_;
  DatagramSource<VideoReceiveStep::kRoom> datagrams_;
  SpscRing<VideoTcpIntake::Setting>& changes_;
  EventRing& events_;
  VideoTcpIntake::Setting connections_;  // made once: it is looked for before each packet
  VideoTcpIntake tcp_;
};

struct FrameSource {
  FrameBell& bell;
  void wait(VideoDecodeStep&, Timestamp until) const {
    const Duration wait = std::max(until - monotonic_now(), Duration{});
    if (wait < Duration::ms(1))
      sleep_until(until);
    else
      bell.wait(std::chrono::nanoseconds(wait.ns()));
  }
};

}  // namespace

PictureDecoder::Outcome JpegPictureDecoder::decode(std::span<const std::uint8_t> jpeg, VideoFrame& out) {
  const Timestamp begin = monotonic_now();
  const bool ok = decoder_.decode(jpeg, out, format_);
  return {ok, begin, monotonic_now()};
}

VideoReceiver::VideoReceiver(UdpSocket& socket, EventRings& rings, const VideoReceiverConfig& config)
    : socket_(socket),
      config_(config),
      receive_(rings.of(ThreadRole::kVideoReceive)),
      decoder_(config.picture_format),
      decode_(decoder_),
      receive_events_(rings.of(ThreadRole::kVideoReceive)),
      decode_events_(rings.of(ThreadRole::kVideoDecode)) {}

void VideoReceiver::begin() {
  if (receive_thread_) return;
  decode_thread_.emplace(ThreadRole::kVideoDecode, config_.decode_priority,
                         [this](std::stop_token stop) { decode_loop(stop); });
  receive_thread_.emplace(ThreadRole::kVideoReceive, config_.receive_priority,
                          [this](std::stop_token stop) { receive_loop(stop); });
}

std::optional<VideoRemote> VideoReceiver::add(PlayoutBoard& board, LatestValue<VideoFrame>& picture,
                                              const VideoSlotConfig& receive, const DecodeSlotConfig& decode) {
  const auto frames = std::make_shared<FrameExchange>(receive.reassembly.max_frame_bytes);
  const auto decoded = decode_.streams().add(
      std::make_unique<DecodeSlot>(decode_events_, board.of(Medium::kVideo), frames, picture, decode));
  if (!decoded) return std::nullopt;
  const auto received = receive_.streams().add(std::make_unique<VideoSlot>(receive_events_, frames, bell_, receive));
  if (!received) {
    decode_.streams().remove(*decoded);
    return std::nullopt;
  }
  begin();
  return VideoRemote{*received, *decoded};
}

TakenOver VideoReceiver::set_playout(const VideoRemote& remote, const PlayoutSetting& setting, Duration period,
                                     const SettingChanged* mark) {
  const TakenOver taken = decode_.streams().made(remote.decoded)->set_playout(setting, period, mark);
  bell_.wake();  // video-decode, which takes it
  return taken;
}

std::string VideoReceiver::set_transport(Transport transport, const std::vector<SocketAddress>& from) {
  if (transport == transport_ && (transport == Transport::kUdp || from == from_)) return {};
  VideoTcpIntake::Setting setting;
  setting.listening = transport == Transport::kTcp;
  setting.from = VideoTcpIntake::hosts(from);
  if (setting.listening && !has_listener_) {
    std::string error;
    setting.listener = TcpMediaListener::listen(socket_.local(), error);
    if (!setting.listener) return error;
  }
  const bool brings_listener = setting.listener.has_value();
  if (!tcp_changes_.push(std::move(setting)))
    return "The receiver of the picture is busy and changes its transport later.";
  transport_ = transport;
  from_ = from;
  has_listener_ = has_listener_ || brings_listener;
  return {};
}

void VideoReceiver::receive_loop(const std::stop_token& stop) {
  drive(receive_, PacketSource(socket_, tcp_changes_, receive_events_), stop);
}

void VideoReceiver::decode_loop(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { bell_.wake(); });
  drive(decode_, FrameSource{bell_}, stop);
}

}  // namespace jitterscope
