// Real sockets on the loopback interface.
#include "core/call/path/video_tcp.h"

#include <gtest/gtest.h>

#include "tests/unit/few_descriptors.h"

namespace jitterscope::video_tcp_intake_test {
namespace {

TEST(VideoTcpIntakeTest, AConnectionOfEmptyUnitsIsClosed) {
  std::string error;
  auto beside = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  auto listener = TcpMediaListener::listen(SocketAddress::loopback(), error);
  ASSERT_TRUE(beside && listener) << error;
  TcpMediaSender sender(100'000);
  sender.connect(listener->local());
  VideoTcpIntake intake;
  intake.set({true, std::move(listener), {}});
  std::array<std::uint8_t, 2000> zeros{};  // a thousand lengths
  int sent = 0;
  bool lost = false;
  for (int i = 0; i < 100 && !lost; ++i) {
    iovec part{zeros.data(), zeros.size()};
    if (sender.state() == TcpMediaSender::State::kOpen)
      sent += sender.send({&part, 1}) == TcpMediaSender::Taken::kWhole;
    lost = sent > 0 && sender.state() != TcpMediaSender::State::kOpen;
    intake.wait(*beside, Duration::ms(50));
    intake.receive([](rtp::ConstBytes, Timestamp) { return true; });
  }
  EXPECT_TRUE(lost);
  const Timestamp now = monotonic_now();
  EXPECT_TRUE(intake.take_trouble(now));
  EXPECT_FALSE(intake.take_trouble(now));
}

TEST(VideoTcpIntakeTest, WithoutDescriptorsItDoesNotSpin) {
  std::string error;
  auto beside = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  ASSERT_TRUE(beside) << error;
  auto listener = TcpMediaListener::listen(SocketAddress::loopback(), error);
  ASSERT_TRUE(listener) << error;
  TcpMediaSender sender(1000);
  sender.connect(listener->local());
  VideoTcpIntake intake;
  {
    const FewDescriptors none;
    intake.set({true, std::move(listener), {}});
    int rounds = 0;
    for (const Timestamp end = monotonic_now() + Duration::ms(300); monotonic_now() < end; ++rounds) {
      intake.wait(*beside, Duration::ms(50));
      intake.receive([](rtp::ConstBytes, Timestamp) { return true; });
    }
    EXPECT_LT(rounds, 20) << "a thread that may be a real-time one";
  }
  std::array<std::uint8_t, 3> packet{0, 1, 7};
  const iovec part{packet.data(), packet.size()};
  bool sent = false, taken = false;
  for (int i = 0; i < 100 && !taken; ++i) {
    sent = sent ||
           (sender.state() == TcpMediaSender::State::kOpen && sender.send({&part, 1}) == TcpMediaSender::Taken::kWhole);
    intake.wait(*beside, Duration::ms(50));
    intake.receive([&](rtp::ConstBytes bytes, Timestamp) { return taken = bytes.size() == 1 && bytes[0] == 7; });
  }
  EXPECT_TRUE(taken);
}

}  // namespace
}  // namespace jitterscope::video_tcp_intake_test
