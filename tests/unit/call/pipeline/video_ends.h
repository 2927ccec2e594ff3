#pragma once
// Ends of a picture's way on loopback: sender and receiver with their threads, each with its events.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope::video_ends {

inline constexpr std::uint32_t kSsrc = 77;
inline constexpr Duration kPatience = Duration::seconds(20);  // only bounds a failure

inline UdpSocket open_socket(const UdpOptions& options = {}) {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), options, error);
  if (!socket) throw std::runtime_error(error);
  return std::move(*socket);
}

/// Whose number is free for TCP, too: here ports are of the range that connections take theirs from.
inline UdpSocket open_receiving_socket() {
  std::string error;
  for (int i = 0; i < 100; ++i) {
    UdpSocket socket = open_socket();
    if (TcpMediaListener::listen(socket.local(), error)) return socket;
  }
  throw std::runtime_error(error);
}

/// All events of one end.
struct Events {
  explicit Events(EventRings& from) : rings(from) {}
  void collect() {
    rings.drain([this](const Event& event) { all.push_back(event); });
  }
  template <typename T>
  std::vector<T> of() {
    collect();
    std::vector<T> found;
    for (const Event& event : all)
      if (const auto* one = get_if<T>(&event)) found.push_back(*one);
    return found;
  }
  bool until(const std::function<bool()>& condition) {
    const Timestamp end = monotonic_now() + kPatience;
    while (!condition()) {
      if (monotonic_now() > end) return false;
      sleep_until(monotonic_now() + Duration::ms(1));
    }
    return true;
  }
  EventRings& rings;
  std::vector<Event> all;
};

/// A sender whose pictures the test takes itself, one by one.
class Sender {
 public:
  Sender(const SocketAddress& remote, Transport transport) {
    VideoSenderConfig config;
    config.routes = Routes::only(remote);
    config.send.clock = &clock_;
    config.send.start = {kSsrc, 65'530, 1000};  // the sequence wraps soon
    config.send.shaping = *ShapingSetting::parse("c");
    config.send.transport = transport;
    config.encode.ssrc = kSsrc;
    config.encode.ids = config.send.ids = {1, 2};
    sender_ = std::make_unique<VideoSender>(socket_, capture_, rings_, config);
    sender_->set_active(true);
  }
  /// Gives a picture to the encoder and waits until it has been sent, begun, or left out. Noise has larger JPEGs.
  void take_picture(int width = 320, bool wait = true) {
    VideoFrame* frame = capture_.borrow();
    if (!frame) throw std::runtime_error("no frame is free");
    frame->prepare(PixelFormat::kI420, width, width / 4 * 3);
    for (int plane = 0; plane < 3; ++plane) {
      const int rows = plane == 0 ? frame->height() : frame->height() / 2;
      for (int i = 0; i < rows * frame->stride(plane); ++i)
        frame->plane(plane)[i] = static_cast<std::uint8_t>((noise_ = noise_ * 1103515245u + 12345u) >> 24);
    }
    frame->fetch_begin = frame->captured = monotonic_now();
    capture_.deliver(frame);
    ++taken_;
    if (wait && !events.until([this] { return ended() == taken_; })) throw std::runtime_error("a picture did not end");
  }
  std::size_t ended() { return events.of<FrameSent>().size() + events.of<FrameOmitted>().size(); }
  /// Pictures until one has been sent whole.
  bool send_one() {
    const std::size_t before = events.of<FrameSent>().size();
    return events.until([&] {
      take_picture();
      return events.of<FrameSent>().size() > before;
    });
  }
  VideoSender& operator*() { return *sender_; }
  VideoSender* operator->() { return sender_.get(); }
  void end() { sender_.reset(); }

 private:
  UdpSocket socket_ = open_socket();
  CallClock clock_{ConferenceClock{}};
  EventRings rings_;
  VideoCapture capture_{nullptr};
  std::unique_ptr<VideoSender> sender_;
  std::size_t taken_ = 0;
  std::uint32_t noise_ = 1;

 public:
  Events events{rings_};
};

class Receiver {
 public:
  explicit Receiver(std::optional<Transport> transport = {}) {
    VideoSlotConfig received;
    received.intake = {Medium::kVideo, rtp::kPayloadJpeg, kSsrc, {1, 2}, &clock_};
    DecodeSlotConfig decoded;
    decoded.period = kUsualVideoPeriod;
    receiver_ = std::make_unique<VideoReceiver>(socket_, rings_, VideoReceiverConfig{});
    slots = receiver_->add(board_, picture_, received, decoded).value();
    if (transport) set(*transport);
  }
  void set(Transport transport) { ASSERT_EQ(receiver_->set_transport(transport, {SocketAddress::loopback()}), ""); }
  SocketAddress address() const { return socket_.local(); }
  std::size_t complete() {
    std::size_t count = 0;
    for (const FrameDone& done : events.of<FrameDone>()) count += done.outcome == FrameOutcome::kComplete;
    return count;
  }
  bool await_complete(std::size_t frames) {
    return events.until([&] { return complete() >= frames; });
  }
  VideoReceiver* operator->() { return receiver_.get(); }
  VideoRemote slots;

 private:
  UdpSocket socket_ = open_receiving_socket();
  CallClock clock_{ConferenceClock{}};
  EventRings rings_;
  PlayoutBoard board_;
  LatestValue<VideoFrame> picture_;
  std::unique_ptr<VideoReceiver> receiver_;

 public:
  Events events{rings_};
};

inline void expect_contiguous(const std::vector<PacketSent>& sent) {
  for (std::size_t i = 1; i < sent.size(); ++i) ASSERT_EQ(sent[i].sequence, sent[i - 1].sequence + 1);
}

}  // namespace jitterscope::video_ends
