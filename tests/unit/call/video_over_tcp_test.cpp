// The picture over TCP on loopback: sender and receiver with their threads, and far ends that do what they should not.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/call/video_receiver.h"
#include "core/call/video_sender.h"
#include "core/realtime/clock.h"
#include "core/rtp/rfc4571.h"

namespace jitterscope {
namespace {

constexpr std::uint32_t kSsrc = 77;
constexpr Duration kPatience = Duration::seconds(20);  // only bounds a failure

UdpSocket open_socket() {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  if (!socket) throw std::runtime_error(error);
  return std::move(*socket);
}

/// Whose number is free for TCP, too: here ports are of the range that connections take theirs from.
UdpSocket open_receiving_socket() {
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
      if (const auto* one = std::get_if<T>(&event)) found.push_back(*one);
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
  Sender(const SocketAddress& far_end, Transport transport) {
    VideoSenderConfig config;
    config.far_end = far_end;
    config.clock = &clock_;
    config.start = {kSsrc, 65'530, 1000};  // the sequence wraps soon
    config.shaping = *ShapingSetting::parse("c");
    config.transport = transport;
    config.ids = {1, 2};
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
    VideoReceiverConfig config;
    config.intake = {Medium::kVideo, rtp::kPayloadJpeg, kSsrc, {1, 2}, &clock_};
    receiver_ = std::make_unique<VideoReceiver>(socket_, rings_, board_, picture_, config);
    if (transport) set(*transport);
  }
  void set(Transport transport) { ASSERT_EQ(receiver_->set_transport(transport, SocketAddress::loopback()), ""); }
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

void expect_contiguous(const std::vector<PacketSent>& sent) {
  for (std::size_t i = 1; i < sent.size(); ++i) ASSERT_EQ(sent[i].sequence, sent[i - 1].sequence + 1);
}

TEST(VideoOverTcp, PicturesArriveWholeAndInOrder) {
  Receiver receiver(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(sender.send_one());
  ASSERT_TRUE(receiver.await_complete(6));
  const auto sent = sender.events.of<PacketSent>();
  const auto arrived = receiver.events.of<PacketArrived>();
  expect_contiguous(sent);
  ASSERT_EQ(arrived.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(arrived[i].sequence & 0xffff, sent[i].sequence & 0xffff);
    EXPECT_EQ(arrived[i].size, sent[i].size);
    EXPECT_FALSE(arrived[i].kernel);
    EXPECT_GE(arrived[i].received, sent[i].sent);
    EXPECT_TRUE(sent[i].accepted);
  }
  EXPECT_TRUE(receiver.events.of<PacketRejected>().empty());
  EXPECT_FALSE(sender.events.of<TcpReported>().empty());
  EXPECT_TRUE(sender.events.of<PacketStamped>().empty());
}

TEST(VideoOverTcp, TheTransportChangesBothWaysAndTheSequenceGoesOn) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kUdp);
  std::size_t frames = 0;
  for (const Transport transport :
       {Transport::kUdp, Transport::kTcp, Transport::kUdp, Transport::kTcp, Transport::kTcp}) {
    receiver.set(transport);
    sender->set_transport(transport);
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(sender.send_one());
      ASSERT_TRUE(receiver.await_complete(++frames)) << to_string(transport);
    }
  }
  const auto sent = sender.events.of<PacketSent>();
  expect_contiguous(sent);
  EXPECT_EQ(receiver.events.of<PacketArrived>().size(), sent.size());
  EXPECT_TRUE(receiver.events.of<PacketRejected>().empty());
}

TEST(VideoOverTcp, ChangesInQuickSuccessionAllCount) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kTcp);
  for (int i = 0; i < 3; ++i) {
    receiver.set(Transport::kUdp);
    receiver.set(Transport::kTcp);
  }
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1));
}

TEST(VideoOverTcp, NobodyListensAndThenSomebodyDoes) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kTcp);
  for (int i = 0; i < 3; ++i) sender.take_picture();
  const auto omitted = sender.events.of<FrameOmitted>();
  ASSERT_EQ(omitted.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(omitted[i].reason, OmitReason::kObsolete);
    EXPECT_EQ(omitted[i].ssrc, kSsrc);
    EXPECT_EQ(omitted[i].frame, static_cast<std::int64_t>(i)) << "frame numbers are given before";
  }
  EXPECT_TRUE(sender.events.of<PacketSent>().empty()) << "sequence numbers after";
  receiver.set(Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  ASSERT_TRUE(receiver.await_complete(1));
  EXPECT_EQ(sender.events.of<PacketSent>().front().sequence, 65'530);
}

/// What a bare TCP program at the far end gets.
class FarEnd {
 public:
  struct Packet {
    std::uint16_t sequence;
    rtp::BlockId block;
    bool marker;
  };
  FarEnd() : listener_(*TcpMediaListener::listen(SocketAddress::loopback(), error_)) {}
  SocketAddress address() const { return listener_.local(); }
  bool accept(Events& events) {
    return events.until([this] {
      caller_ = listener_.accept();
      return caller_.has_value();
    });
  }
  void hang_up() {
    caller_.reset();
    stream_.clear();
  }
  void read() {
    while (const auto size = receive_stream(caller_->socket.fd(), stream_.room())) {
      if (*size == 0) return;
      stream_.received(*size);
      while (const auto bytes = stream_.next()) {
        const auto packet = rtp::parse_rtp(*bytes, {1, 2});
        if (!packet || !packet->extensions.block) throw std::runtime_error("not a packet of the picture");
        packets.push_back({packet->header.sequence, *packet->extensions.block, packet->header.marker});
      }
    }
  }
  /// Each frame from its first block to its marker, one after the other, and no sequence number left out.
  void expect_whole_frames() const {
    for (std::size_t i = 0; i < packets.size(); ++i) {
      const bool first = i == 0 || packets[i - 1].marker;
      ASSERT_EQ(packets[i].block.block, first ? 0 : packets[i - 1].block.block + 1);
      if (i == 0) continue;
      ASSERT_EQ(packets[i].sequence, static_cast<std::uint16_t>(packets[i - 1].sequence + 1));
      ASSERT_TRUE(first || packets[i].block.frame == packets[i - 1].block.frame);
    }
    EXPECT_TRUE(packets.empty() || packets.back().marker);
  }
  std::vector<Packet> packets;

 private:
  std::string error_;
  TcpMediaListener listener_;
  std::optional<TcpMediaListener::Caller> caller_;
  rtp::FramedPackets stream_;
};

/// Large pictures until the connection takes no more: one is under way, and newer ones are left out.
void fill(Sender& sender) {
  const bool full = sender.events.until([&] {
    sender.take_picture(1280, false);
    const std::size_t before = sender.ended();
    for (int i = 0; i < 50 && sender.ended() == before; ++i) sleep_until(monotonic_now() + Duration::ms(10));
    return !sender.events.of<FrameOmitted>().empty();
  });
  ASSERT_TRUE(full);
}

TEST(VideoOverTcp, AFarEndThatNeverReadsGetsNoHalfPicturesWhenItDoes) {
  FarEnd far_end;
  Sender sender(far_end.address(), Transport::kTcp);
  fill(sender);
  const std::size_t before = sender.events.of<FrameOmitted>().size();
  sender.take_picture(320, false);
  ASSERT_TRUE(sender.events.until([&] { return sender.events.of<FrameOmitted>().size() > before; }))
      << "not kept waiting";
  ASSERT_TRUE(far_end.accept(sender.events));
  const std::size_t sent = sender.events.of<FrameSent>().size();
  ASSERT_TRUE(sender.events.until([&] {
    far_end.read();
    return sender.events.of<FrameSent>().size() > sent;
  })) << "the picture that was begun is finished";
  ASSERT_TRUE(sender.send_one());
  const auto packets = sender.events.of<PacketSent>();
  ASSERT_TRUE(sender.events.until([&] {
    far_end.read();
    return far_end.packets.size() >= packets.size();
  }));
  far_end.expect_whole_frames();
  expect_contiguous(packets);
  EXPECT_EQ(far_end.packets.size(), packets.size());
}

TEST(VideoOverTcp, APictureThatIsStuckDoesNotHoldUpTheEnd) {
  FarEnd far_end;
  Sender sender(far_end.address(), Transport::kTcp);
  fill(sender);
  const Timestamp before = monotonic_now();
  sender.end();
  EXPECT_LT(monotonic_now() - before, kPatience);
}

TEST(VideoOverTcp, APictureThatIsStuckDoesNotHoldUpTheChangeToUdp) {
  FarEnd far_end;
  Sender sender(far_end.address(), Transport::kTcp);
  fill(sender);
  Receiver receiver;
  sender->set_destination(receiver.address());
  sender->set_transport(Transport::kUdp);
  ASSERT_TRUE(sender.events.until([&] {
    sender.take_picture(320, false);
    sleep_until(monotonic_now() + Duration::ms(20));
    return receiver.complete() > 0;
  }));
  expect_contiguous(sender.events.of<PacketSent>());
}

TEST(VideoOverTcp, AFarEndThatHangsUpInTheMiddleGetsWholePicturesAgain) {
  FarEnd far_end;
  Sender sender(far_end.address(), Transport::kTcp);
  fill(sender);
  ASSERT_TRUE(far_end.accept(sender.events));
  far_end.read();
  far_end.hang_up();
  far_end.packets.clear();
  ASSERT_TRUE(far_end.accept(sender.events));
  ASSERT_TRUE(sender.send_one());
  const PacketSent last = sender.events.of<PacketSent>().back();
  ASSERT_TRUE(sender.events.until([&] {
    far_end.read();
    return !far_end.packets.empty() && far_end.packets.back().sequence == (last.sequence & 0xffff);
  }));
  far_end.expect_whole_frames();
  expect_contiguous(sender.events.of<PacketSent>());
}

/// Somebody else who connects to the receiver.
class Stranger {
 public:
  explicit Stranger(const SocketAddress& at) { connection_.connect(at); }
  bool connected() { return connection_.state() == TcpMediaSender::State::kOpen; }
  bool say(std::vector<std::uint8_t> bytes) {
    const std::array<iovec, 1> parts{iovec{bytes.data(), bytes.size()}};
    return connection_.send(parts) == TcpMediaSender::Taken::kWhole;
  }

 private:
  TcpMediaSender connection_{1 << 20};
};

TEST(VideoOverTcp, StrangersDoNotDisturbThePicture) {
  Receiver receiver(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  ASSERT_TRUE(receiver.await_complete(1));
  std::vector<std::unique_ptr<Stranger>> silent;
  for (int i = 0; i < 20; ++i) {
    silent.push_back(std::make_unique<Stranger>(receiver.address()));
    ASSERT_TRUE(receiver.events.until([&] { return silent.back()->connected(); }));
    ASSERT_TRUE(sender.send_one());
  }
  const std::size_t sent = sender.events.of<PacketSent>().size();
  EXPECT_TRUE(receiver.events.until([&] { return receiver.events.of<PacketArrived>().size() == sent; }))
      << "the connection was not cut";
  EXPECT_TRUE(receiver.events.until([&] { return !silent.front()->connected(); })) << "more than there is room for";
}

TEST(VideoOverTcp, GarbageIsRefusedAndItsConnectionClosed) {
  Receiver receiver(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  Stranger stranger(receiver.address());
  ASSERT_TRUE(receiver.events.until([&] { return stranger.connected(); }));
  std::vector<std::uint8_t> packets;
  for (int i = 0; i < 4 * VideoTcpIntake::kMostRefused; ++i) packets.insert(packets.end(), {0, 3, 1, 2, 3});
  ASSERT_TRUE(stranger.say(packets));
  EXPECT_TRUE(receiver.events.until([&] { return !stranger.connected(); }));
  EXPECT_EQ(receiver.events.of<PacketRejected>().size(), static_cast<std::size_t>(VideoTcpIntake::kMostRefused));
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1));
}

TEST(VideoOverTcp, WhoMayConnect) {
  const SocketAddress far_end = resolve({"192.0.2.1", 5008}).addresses.at(0);
  const SocketAddress other = resolve({"192.0.2.2", 5008}).addresses.at(0);
  EXPECT_TRUE(VideoTcpIntake::may_connect(far_end.with_port(40'000), far_end.mapped()));
  EXPECT_FALSE(VideoTcpIntake::may_connect(other, far_end));
  EXPECT_TRUE(VideoTcpIntake::may_connect(SocketAddress::loopback(1), far_end)) << "the relay of this end's link";
  EXPECT_TRUE(VideoTcpIntake::may_connect(other, {})) << "a foreign sender";
}

TEST(VideoOverTcp, APortThatIsTakenIsASentence) {
  Receiver receiver;
  std::string error;
  auto thief = TcpMediaListener::listen(receiver.address(), error);
  ASSERT_TRUE(thief) << error;
  EXPECT_NE(receiver->set_transport(Transport::kTcp, SocketAddress::loopback()), "");
  thief.reset();
  receiver.set(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1)) << "tried again";
}

}  // namespace
}  // namespace jitterscope
