// The whole relay over real pipes and sockets: its commands, and pictures by TCP through its link.
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "app/relay/relay.h"
#include "app/relay/relay_messages.h"
#include "core/algorithms/rtp/path_probe.h"
#include "core/base/net/udp_socket.h"
#include "tests/unit/no_source_filter.h"

namespace jitterscope::relay_test {
namespace {

using nlohmann::json;

class RelayTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(pipe(in_), 0);
    ASSERT_EQ(pipe(out_), 0);
    std::string error;
    auto sockets = RelaySockets::open(error);
    ASSERT_TRUE(sockets) << error;
    for (std::size_t i = 0; i < RelaySockets::kCount; ++i) descriptors_[i] = sockets->fd(i);
    thread_ = std::thread([this, moved = std::move(sockets)]() mutable {
      Relay(std::move(moved), 1, in_[0], out_[1]).run();
      close(out_[1]);
    });
    receiver_ = TcpMediaListener::listen(SocketAddress::loopback(), error);
    ASSERT_TRUE(receiver_) << error;
  }
  void TearDown() override {
    if (in_[1] >= 0) close(in_[1]);
    if (thread_.joinable()) thread_.join();
    for (const int fd : {in_[0], out_[0]}) close(fd);
  }
  json ask(const json& command) { return ask_in_words(command.dump()); }
  json ask_in_words(const std::string& words) {
    const std::string line = words + "\n";
    EXPECT_EQ(write(in_[1], line.data(), line.size()), static_cast<ssize_t>(line.size()));
    while (true) {
      const json answer = read_line();
      if (answer.contains("ok") || answer.contains("error") || answer.is_null()) return answer;
    }
  }
  /// Null at the end.
  json read_line() {
    std::string line;
    char byte = 0;
    while (read(out_[0], &byte, 1) == 1 && byte != '\n') line += byte;
    const json message = json::parse(line, nullptr, false);
    if (message.is_object() && message.contains("report"))
      if (const auto report = read_report(message["report"])) reports_[report->way == LinkWay::kUp ? 0 : 1] = *report;
    return message.is_discarded() ? json() : message;
  }
  /// All of `bytes` zeros go to `to`, and arrive at the receiver.
  bool carry(const SocketAddress& to, std::size_t bytes) {
    TcpMediaSender sender(bytes);
    sender.connect(to);
    std::optional<TcpMediaListener::Caller> caller;
    std::array<std::uint8_t, 8192> room;
    std::vector<char> picture(bytes);
    bool sent = false;
    std::size_t received = 0;
    for (int i = 0; i < 3000 && received < bytes; ++i) {
      if (sender.state() == TcpMediaSender::State::kOpen) {
        iovec part{picture.data(), picture.size()};
        if (!sent) sent = sender.send({&part, 1}) == TcpMediaSender::Taken::kWhole;
        sender.flush();
      }
      if (!caller) caller = receiver_->accept();
      pollfd wait{caller ? caller->socket.fd() : receiver_->fd(), POLLIN, 0};
      poll(&wait, 1, 5);
      if (caller) received += receive_stream(caller->socket.fd(), room).value_or(0);
    }
    return received == bytes;
  }
  std::optional<RelayPath> route(const SocketAddress& near, const SocketAddress& far) {
    return read_path(ask({{"route", write_route({near, near, far, far})}}).value("ok", json()));
  }

  int in_[2]{-1, -1}, out_[2]{-1, -1};
  std::array<int, RelaySockets::kCount> descriptors_{};
  std::thread thread_;
  std::optional<TcpMediaListener> receiver_;
  std::array<LinkReport, 2> reports_;
};

TEST_F(RelayTest, WhatCannotBeReadIsRefusedInASentenceAndTheRelayGoesOn) {
  const std::vector<std::string> wrong{"",
                                       "nonsense",
                                       "[1,2]",
                                       "{}",
                                       R"({"link":7})",
                                       R"({"link":"rate=fast"})",
                                       R"({"background":"much"})",
                                       R"({"route":{"near_audio":1}})",
                                       R"({"seed":-1})",
                                       R"({"seed":"7"})",
                                       R"({"control":{"to":3}})",
                                       R"({"control":{"to":"localhost:1"}})",
                                       R"({"control":{"to":"127.0.0.1:5004","called_by_remote":"yes"}})"};
  for (const std::string& line : wrong) EXPECT_FALSE(ask_in_words(line).value("error", "").empty()) << line;
  EXPECT_EQ(ask({{"link", "rate=1mbit,limit=20"}}), json({{"ok", "rate=1mbit,queue=20"}}));
  EXPECT_EQ(ask({{"seed", 7}}), json({{"ok", 7}}));
}

TEST_F(RelayTest, TheControlConnectionsPortStaysTheSame) {
  const json control{{"control", {{"to", "127.0.0.1:5004"}, {"called_by_remote", true}}}};
  const json told = ask(control);
  EXPECT_GT(told.value("ok", 0), 0);
  EXPECT_EQ(ask(control), told);
}

TEST_F(RelayTest, ARouteWithoutAFilterIsRefused) {
  for (const int descriptor : descriptors_) lock_source_filter(descriptor);
  const SocketAddress near = SocketAddress::loopback(5006), far = *read_address("192.0.2.1:5006");
  const json told = ask({{"route", write_route({near, near, far, far})}});
  EXPECT_NE(told.value("error", "").find("does not keep strangers' packets"), std::string::npos) << told;
}

TEST_F(RelayTest, PicturesGoUpThroughTheModelAndAreCounted) {
  const auto path = route(SocketAddress::loopback(9), receiver_->local());
  ASSERT_TRUE(path);
  EXPECT_EQ(ask({{"link", "rate=2mbit,delay=5ms"}}), json({{"ok", "rate=2mbit,delay=5ms"}}));
  EXPECT_TRUE(carry(path->video, 50'000));
  for (int i = 0; i < 400 && reports_[1].delivered < 35; ++i) read_line();
  EXPECT_GE(reports_[0].delivered, 35);  // segments of at most 1448 bytes
  EXPECT_GE(reports_[1].delivered, 35);  // their acknowledgements
  EXPECT_EQ(reports_[0].dropped_queue, 0);
}

/// The remote asks before it sends its media there, and the link does not hold it up.
TEST_F(RelayTest, WhetherItsFarPortsAreAttendedIsAnsweredWhateverTheLinkLoses) {
  std::string error;
  auto remote = MediaPorts::open(SocketAddress::loopback(), {}, error);
  ASSERT_TRUE(remote) << error;
  const auto path = route(SocketAddress::loopback(9), remote->rtp.local());
  ASSERT_TRUE(path);
  ask({{"link", "loss=100%"}});
  std::array<std::uint8_t, rtp::kPathProbeBytes> bytes;
  for (const std::uint16_t port : {path->far_audio, path->far_video}) {
    rtp::write_path_probe(bytes, {false, 11, port, 22});
    remote->rtcp.send(std::as_bytes(std::span(bytes)), SocketAddress::loopback(static_cast<std::uint16_t>(port + 1)));
    ASSERT_TRUE(remote->rtcp.receive(std::as_writable_bytes(std::span(bytes)), Duration::seconds(20))) << port;
    const auto compound = rtp::parse_rtcp(bytes);
    ASSERT_TRUE(compound && compound->app);
    EXPECT_EQ(rtp::parse_path_probe(*compound->app), (rtp::PathProbe{true, 22, port, 11}));
  }
}

TEST_F(RelayTest, PicturesComeDownThroughAQueueThatDrops) {
  const auto path = route(receiver_->local(), SocketAddress::loopback(9));
  ASSERT_TRUE(path);
  ask({{"link", "rate=1mbit,limit=3,delay=5ms"}});
  EXPECT_TRUE(carry(SocketAddress::loopback(path->far_video), 50'000));
  for (int i = 0; i < 400 && reports_[1].dropped_queue == 0; ++i) read_line();
  EXPECT_GT(reports_[1].dropped_queue, 0);  // the first window is ten segments
  EXPECT_EQ(reports_[1].media_dropped, reports_[1].dropped_queue);
}

/// Sound for a link that takes a second for each packet: one is being sent, the others wait.
class RelayBacklogTest : public RelayTest {
 protected:
  static constexpr int kPackets = 40;
  void SetUp() override {
    RelayTest::SetUp();
    std::string error;
    near_ = MediaPorts::open(SocketAddress::loopback(42'000), {}, error);
    far_ = MediaPorts::open(SocketAddress::loopback(42'000), {}, error);
    ASSERT_TRUE(near_ && far_) << error;
    path_ = route(near_->rtp.local(), far_->rtp.local());
    ASSERT_TRUE(path_);
    ASSERT_EQ(ask({{"link", kSlow}}), json({{"ok", kSlow}}));
    for (int i = 0; i < kPackets; ++i) ASSERT_EQ(near_->rtp.send(std::array<std::byte, 83>{}, path_->audio), 0);
    for (int i = 0; i < 400 && reports_[0].offered < kPackets; ++i) read_line();
    ASSERT_EQ(reports_[0].offered, kPackets);
  }
  int came() {
    std::array<std::byte, 2048> room;
    int count = 0;
    while (far_->rtp.receive(room, Duration())) ++count;
    return count;
  }
  static constexpr const char* kSlow = "rate=1kbit";
  std::optional<MediaPorts> near_, far_;
  std::optional<RelayPath> path_;
};

TEST_F(RelayBacklogTest, WhatWaitsWhenTheRelayEndsIsDroppedAndCounted) {
  close(std::exchange(in_[1], -1));
  thread_.join();
  const int delivered = came();
  EXPECT_LT(delivered, kPackets / 2);
  while (!read_line().is_null()) {}
  EXPECT_EQ(reports_[0].media_dropped, kPackets - delivered);
}

TEST_F(RelayBacklogTest, WhatWaitsWhenTheLinkEndsIsDroppedAndCounted) {
  EXPECT_EQ(ask({{"end", true}}), json({{"ok", true}}));
  const LinkReport& last = reports_[0];
  EXPECT_EQ(last.offered, kPackets);
  EXPECT_EQ(last.delivered, came());
  EXPECT_LT(last.delivered, kPackets / 2);
  EXPECT_EQ(last.media_dropped, kPackets - last.delivered);
  EXPECT_EQ(last.dropped_queue + last.dropped_overload + last.dropped_random + last.dropped_collisions, 0);
}

TEST_F(RelayBacklogTest, WhatWaitsWhenAnotherKindOfLinkTakesThePlaceOfTheOldOneIsDropped) {
  ask({{"link", "ethernet=10mbit,stations=5"}});
  EXPECT_LT(came(), kPackets / 2);
}

TEST_F(RelayBacklogTest, AfterItsEndALinkThatIsSetTakesPacketsAgain) {
  ask({{"end", true}});
  ASSERT_EQ(near_->rtp.send(std::array<std::byte, 83>{}, path_->audio), 0);  // of nobody's call
  ask({{"link", "delay=1ms"}});
  while (came() > 0) {}
  ASSERT_EQ(near_->rtp.send(std::array<std::byte, 83>{}, path_->audio), 0);
  UdpSocket* const socket = &far_->rtp;
  EXPECT_TRUE(wait_for_datagram({&socket, 1}, Duration::seconds(5)));
}

TEST_F(RelayBacklogTest, WhatHasNoPlaceInAFullLinkIsCountedAsThatAndTheRelayIsNotOverloaded) {
  bool overloaded = false;
  while (reports_[0].offered < 7000) {
    for (int i = 0; i < 1000; ++i) near_->rtp.send(std::array<std::byte, 83>{}, path_->audio);
    for (const std::int64_t before = reports_[0].offered; reports_[0].offered < before + 1000;) {
      read_line();
      overloaded = overloaded || (reports_[0].dropped_overload > 0 && reports_[0].overloaded);
    }
  }
  EXPECT_NEAR(static_cast<double>(reports_[0].dropped_overload), 7000 - 6400, 100);
  EXPECT_FALSE(overloaded);
}

TEST_F(RelayTest, PicturesGoOnWhenAnotherKindOfLinkTakesThePlaceOfTheOldOne) {
  const auto path = route(SocketAddress::loopback(9), receiver_->local());
  ASSERT_TRUE(path);
  ask({{"link", "rate=1mbit"}});
  std::thread change([this] { ask({{"link", "ethernet=10mbit,stations=5"}}); });
  EXPECT_TRUE(carry(path->video, 100'000));
  change.join();
}

}  // namespace
}  // namespace jitterscope::relay_test
