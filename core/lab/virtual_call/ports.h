#pragma once
// What the ports of the steps are in virtual time: the clock, a network's entrance, and a codec of sizes alone.
#include <random>

#include "core/algorithms/rate/jpeg_size_model.h"
#include "core/call/steps/clock_keeper.h"
#include "core/call/steps/picture_codec.h"
#include "core/call/steps/rtcp_step.h"
#include "core/call/steps/video_send_step.h"

namespace jitterscope::virtual_call {

/// That of every end: there is one in virtual time.
inline ConferenceClock one_clock() {
  ConferenceClock clock;
  clock.offset = Duration{};
  clock.synchronised = true;
  clock.role = ClockRole::kSameMachine;
  return clock;
}

enum class Channel : std::uint8_t {
  kAudio,
  kVideo,
  kAudioRtcp,
  kVideoRtcp,
  kTcpSegment,          // of the connection that carries `from`'s video
  kTcpAcknowledgement,  // of the connection that carries the remote's video
  kPacketFeedback,
  kBackground
};

/// Takes packets of all channels, at its own time.
class Network {
 public:
  virtual ~Network() = default;
  virtual Timestamp now() const = 0;
  virtual void send(int from, Channel channel, std::vector<std::uint8_t> packet, std::int32_t bytes_on_link) = 0;
  /// A datagram.
  void send(int from, Channel channel, std::vector<std::uint8_t> packet) {
    const auto bytes = static_cast<std::int32_t>(packet.size()) + kUdpHeaderBytes;
    send(from, channel, std::move(packet), bytes);
  }
};

class NetworkSink : public PictureSink {
 public:
  NetworkSink(Network& network, int from, Channel channel) : network_(network), from_(from), channel_(channel) {}
  Timestamp now() const override { return network_.now(); }
  int send(const OutgoingPacket& packet) override {
    std::vector<std::uint8_t> bytes(packet.head.begin(), packet.head.end());
    bytes.insert(bytes.end(), packet.body.begin(), packet.body.end());
    network_.send(from_, channel_, std::move(bytes));
    return 0;
  }

 private:
  Network& network_;
  const int from_;
  const Channel channel_;
};

class NetworkRtcpSink : public RtcpSink {
 public:
  NetworkRtcpSink(Network& network, int from) : network_(network), from_(from) {}
  Timestamp now() const override { return network_.now(); }
  bool leads_somewhere(Medium) override { return true; }
  void send(Medium medium, rtp::ConstBytes bytes) override {
    network_.send(from_, medium == Medium::kAudio ? Channel::kAudioRtcp : Channel::kVideoRtcp,
                  {bytes.begin(), bytes.end()});
  }

 private:
  Network& network_;
  const int from_;
};

/// Nobody sets or slews them.
struct StillClocks : MachineClocks {
  ClockOffset realtime() const override { return {}; }
  ClockOffset raw() const override { return {}; }
};

/// JPEGs that have a size and nothing else, made in no time: as the size model says, ± a fifth from picture to picture.
class SizeEncoder : public PictureEncoder {
 public:
  SizeEncoder(const Network& network, std::uint64_t seed) : network_(network), random_(seed) {}
  Timestamp now() const override { return network_.now(); }
  bool encode(const VideoFrame&, const FramePlan& plan, const VideoFormat& format, EncodedFrame& out) override {
    const double likely = static_cast<double>(sizes_.predict(plan.width, plan.height, plan.quality).bytes());
    const double share = 0.8 + 0.4 * static_cast<double>(random_() % 1001) / 1000;
    out.jpeg.reserve(plan.width, plan.height);
    out.jpeg.size = std::min(static_cast<std::size_t>(likely * share) + 1, out.jpeg.capacity);
    std::fill_n(out.jpeg.bytes.get(), out.jpeg.size, std::uint8_t{0x55});
    out.layout = {};
    out.layout.width = plan.width;
    out.layout.height = plan.height;
    out.layout.type = format.subsampling == Subsampling::k420 ? 1 : 0;
    out.layout.scan_size = out.jpeg.size;
    out.info = rtp::frame_info(out.layout, plan.quality);
    return true;
  }

 private:
  const Network& network_;
  std::mt19937_64 random_;
  JpegSizeModel sizes_;
};

/// In no time.
class NoDecoder : public PictureDecoder {
 public:
  explicit NoDecoder(const Network& network) : network_(network) {}
  Timestamp now() const override { return network_.now(); }
  Outcome decode(std::span<const std::uint8_t>, VideoFrame&) override { return {true, network_.now(), network_.now()}; }

 private:
  const Network& network_;
};

}  // namespace jitterscope::virtual_call
