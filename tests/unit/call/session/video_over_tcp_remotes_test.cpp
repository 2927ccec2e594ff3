// The picture over TCP to and from remotes that do what they should not.
#include <array>

#include "core/events/kinds/packet_arrived.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::video_over_tcp_remotes_test {
namespace {

using namespace video_ends;

/// What a bare TCP program at the remote gets.
class Remote {
 public:
  struct Packet {
    std::uint16_t sequence;
    rtp::BlockId block;
    bool marker;
  };
  Remote() : listener_(*TcpMediaListener::listen(SocketAddress::loopback(), error_)) {}
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

TEST(VideoOverTcp, ARemoteThatNeverReadsGetsNoHalfPicturesWhenItDoes) {
  Remote remote;
  Sender sender(remote.address(), Transport::kTcp);
  fill(sender);
  const std::size_t before = sender.events.of<FrameOmitted>().size();
  sender.take_picture(320, false);
  ASSERT_TRUE(sender.events.until([&] { return sender.events.of<FrameOmitted>().size() > before; }))
      << "not kept waiting";
  ASSERT_TRUE(remote.accept(sender.events));
  const std::size_t sent = sender.events.of<FrameSent>().size();
  ASSERT_TRUE(sender.events.until([&] {
    remote.read();
    return sender.events.of<FrameSent>().size() > sent;
  })) << "the picture that was begun is finished";
  ASSERT_TRUE(sender.send_one());
  const auto packets = sender.events.of<PacketSent>();
  ASSERT_TRUE(sender.events.until([&] {
    remote.read();
    return remote.packets.size() >= packets.size();
  }));
  remote.expect_whole_frames();
  expect_contiguous(packets);
  EXPECT_EQ(remote.packets.size(), packets.size());
}

TEST(VideoOverTcp, APictureThatIsStuckDoesNotHoldUpTheEnd) {
  Remote remote;
  Sender sender(remote.address(), Transport::kTcp);
  fill(sender);
  const Timestamp before = monotonic_now();
  sender.end();
  EXPECT_LT(monotonic_now() - before, kPatience);
}

TEST(VideoOverTcp, APictureThatIsStuckDoesNotHoldUpTheChangeToUdp) {
  Remote remote;
  Sender sender(remote.address(), Transport::kTcp);
  fill(sender);
  Receiver receiver;
  sender->set_routes(Routes::only(receiver.address()));
  sender->apply(SetTransport{Transport::kUdp});
  ASSERT_TRUE(sender.events.until([&] {
    sender.take_picture(320, false);
    sleep_until(monotonic_now() + Duration::ms(20));
    return receiver.complete() > 0;
  }));
  expect_contiguous(sender.events.of<PacketSent>());
}

TEST(VideoOverTcp, ARemoteThatHangsUpInTheMiddleGetsWholePicturesAgain) {
  Remote remote;
  Sender sender(remote.address(), Transport::kTcp);
  fill(sender);
  ASSERT_TRUE(remote.accept(sender.events));
  remote.read();
  remote.hang_up();
  remote.packets.clear();
  ASSERT_TRUE(remote.accept(sender.events));
  ASSERT_TRUE(sender.send_one());
  const PacketSent last = sender.events.of<PacketSent>().back();
  ASSERT_TRUE(sender.events.until([&] {
    remote.read();
    return !remote.packets.empty() && remote.packets.back().sequence == (last.sequence & 0xffff);
  }));
  remote.expect_whole_frames();
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
  const auto refused = [&] {
    std::int64_t count = 0;
    for (const PacketRejected& sum : receiver.events.of<PacketRejected>()) count += sum.count.value_or(1);
    return count;
  };
  EXPECT_TRUE(receiver.events.until([&] { return refused() == VideoTcpIntake::kMostRefused; })) << refused();
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1));
}

TEST(VideoOverTcp, WhoMayConnect) {
  const SocketAddress remote = resolve({"192.0.2.1", 5008}).addresses.at(0);
  const SocketAddress other = resolve({"192.0.2.2", 5008}).addresses.at(0);
  EXPECT_TRUE(VideoTcpIntake::may_connect(remote.with_port(40'000), {remote.mapped()}));
  EXPECT_FALSE(VideoTcpIntake::may_connect(other, {remote}));
  EXPECT_FALSE(VideoTcpIntake::may_connect(SocketAddress::loopback(1), {remote})) << "no link, thus no relay";
  EXPECT_TRUE(VideoTcpIntake::may_connect(SocketAddress::loopback(1), {remote, SocketAddress::loopback()}));
  EXPECT_TRUE(VideoTcpIntake::may_connect(other, {})) << "a foreign sender";
}

}  // namespace
}  // namespace jitterscope::video_over_tcp_remotes_test
