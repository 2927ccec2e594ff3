// Real sockets on the loopback interface, a link by hand.
#include "app/relay/picture_proxy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <deque>

#include "tests/unit/few_descriptors.h"

namespace jitterscope::picture_proxy_test {
namespace {

class PictureProxyTest : public testing::Test {
 protected:
  PictureProxyTest() {
    std::string error;
    receiver_ = TcpMediaListener::listen(SocketAddress::loopback(), error);
    // Ports of the kernel's choice: listen() wants ports, and gives none back.
    auto near = TcpMediaListener::listen(SocketAddress::loopback(), error);
    auto far = TcpMediaListener::listen(SocketAddress::loopback(), error);
    near_ = near->local();
    far_ = far->local();
    near.reset();
    far.reset();
    EXPECT_TRUE(proxy_.listen(near_, far_, error)) << error;
  }

  /// Of the remote, which does not listen yet; a picture is on its way there.
  SocketAddress send_where_nobody_listens() {
    std::string error;
    const SocketAddress target = TcpMediaListener::listen(SocketAddress::loopback(), error)->local();
    proxy_.set_targets(SocketAddress::loopback(1), target);
    connect(near_);
    send("picture");
    return target;
  }

  /// One round of a relay's loop, with a link that holds until told, or passes at once. False: nothing was ready.
  bool round() {
    sender_.flush();
    std::vector<pollfd> wanted;
    proxy_.add_descriptors(wanted, now());
    const bool ready = poll(wanted.data(), wanted.size(), 10) > 0;
    for (const pollfd& each : wanted)
      if (each.revents != 0) proxy_.serve(each, now());
    proxy_.advance(now());
    if (!holds_) pass();
    return ready;
  }
  void pass() {
    while (!on_link_.empty()) {
      const link::Packet packet = on_link_.front();
      on_link_.pop_front();
      proxy_.arrived({packet.id, now(), packet.way, packet.traffic}, now());
    }
  }
  template <typename Condition>
  bool becomes_true(Condition condition) {
    for (int i = 0; i < 500; ++i) {
      if (condition()) return true;
      round();
    }
    return false;
  }
  bool accepted() {
    if (auto caller = receiver_->accept()) taken_ = std::move(caller);
    return taken_.has_value();
  }
  void send(const std::string& text) {
    iovec part{const_cast<char*>(text.data()), text.size()};
    ASSERT_EQ(sender_.send({&part, 1}), TcpMediaSender::Taken::kWhole);
  }
  bool received(const std::string& expected) {
    std::array<std::uint8_t, 4096> bytes;
    const auto size = receive_stream(taken_->socket.fd(), bytes);
    if (!size) return false;
    received_.append(reinterpret_cast<const char*>(bytes.data()), *size);
    return received_ == expected;
  }
  bool arrives(const std::string& expected) {
    return becomes_true([&] { return received(expected); });
  }
  void rounds(int count) {
    for (int i = 0; i < count; ++i) round();
  }
  /// A picture's connection from the near side to the receiver.
  void begin() {
    proxy_.set_targets(SocketAddress::loopback(1), receiver_->local());
    connect(near_);
    ASSERT_TRUE(becomes_true([this] { return accepted(); }));
  }
  /// It stays on the link.
  void hold(const std::string& text) {
    holds_ = true;
    send(text);
    ASSERT_TRUE(becomes_true([this] { return !on_link_.empty(); }));
  }
  void connect(const SocketAddress& to) {
    sender_.connect(to);
    ASSERT_TRUE(becomes_true([&] { return sender_.state() == TcpMediaSender::State::kOpen; }));
  }
  /// Somebody who connects to `to` from that address of this machine.
  std::unique_ptr<TcpMediaSender> stranger(const SocketAddress& to, const char* from = "127.0.0.1") {
    auto connection = std::make_unique<TcpMediaSender>(1000, host(from));
    connection->connect(to);
    EXPECT_TRUE(becomes_true([&] { return connection->state() == TcpMediaSender::State::kOpen; }));
    rounds(5);
    return connection;
  }
  static SocketAddress host(const char* address, std::uint16_t port = 0) {
    sockaddr_in numbers{};
    numbers.sin_family = AF_INET;
    numbers.sin_port = htons(port);
    inet_pton(AF_INET, address, &numbers.sin_addr);
    return {reinterpret_cast<const sockaddr*>(&numbers), sizeof numbers};
  }
  Timestamp now() const { return monotonic_now() + later_; }

  std::deque<link::Packet> on_link_;
  std::vector<std::pair<link::Packet, bool>> offered_;
  bool holds_ = false;
  Duration later_;
  PictureProxy proxy_{[this](const link::Packet& packet, bool media) {
    on_link_.push_back(packet);
    offered_.emplace_back(packet, media);
  }};
  std::optional<TcpMediaListener> receiver_;
  SocketAddress near_, far_;
  TcpMediaSender sender_{60'000};
  std::optional<TcpMediaListener::Caller> taken_;
  std::string received_;
};

TEST_F(PictureProxyTest, WhatComesAtTheNearSideGoesUpAndItsAcknowledgementsDown) {
  begin();
  send("picture");
  EXPECT_TRUE(arrives("picture"));
  ASSERT_EQ(offered_.size(), 2u);
  EXPECT_EQ(offered_[0].first.way, LinkWay::kUp);
  EXPECT_EQ(offered_[0].first.bytes, 7 + 66);
  EXPECT_EQ(offered_[0].first.traffic, link::Traffic::kVideo);
  EXPECT_TRUE(offered_[0].second);
  EXPECT_EQ(offered_[1].first.way, LinkWay::kDown);
  EXPECT_EQ(offered_[1].first.bytes, 66);
  EXPECT_FALSE(offered_[1].second);
}

TEST_F(PictureProxyTest, WhatComesAtTheFarSideGoesDown) {
  proxy_.set_targets(receiver_->local(), SocketAddress::loopback(1));
  connect(far_);
  ASSERT_TRUE(becomes_true([this] { return accepted(); }));
  send("picture");
  EXPECT_TRUE(arrives("picture"));
  EXPECT_EQ(offered_[0].first.way, LinkWay::kDown);
}

TEST_F(PictureProxyTest, ALinkThatHoldsHoldsTheSender) {
  begin();
  holds_ = true;
  send(std::string(50'000, 'x'));
  rounds(50);
  std::int64_t under_way = 0;
  for (const auto& [packet, media] : offered_) under_way += packet.bytes - 66;
  EXPECT_EQ(under_way, 10 * kTcpSegmentBytes);  // the first window
  EXPECT_GT(sender_.unsent(), 50'000 - under_way - 6 * kTcpSegmentBytes);
  holds_ = false;
  EXPECT_TRUE(arrives(std::string(50'000, 'x')));
  EXPECT_EQ(sender_.unsent(), 0);
}

TEST_F(PictureProxyTest, TheEndComesAfterWhatIsOnTheLink) {
  begin();
  hold("last words");
  sender_.close();
  rounds(20);
  std::array<std::uint8_t, 16> bytes;
  EXPECT_EQ(receive_stream(taken_->socket.fd(), bytes), 0u);
  holds_ = false;
  EXPECT_TRUE(arrives("last words"));
  EXPECT_TRUE(becomes_true([&] { return !receive_stream(taken_->socket.fd(), bytes); }));
}

TEST_F(PictureProxyTest, HoldsWhoConnectsUntilTheOtherSideListensAndSaysSo) {
  const SocketAddress target = send_where_nobody_listens();
  rounds(20);
  EXPECT_TRUE(proxy_.take_troubles().empty());
  later_ = Duration::seconds(3);
  std::vector<std::string> troubles;
  EXPECT_TRUE(becomes_true([&] { return !(troubles = proxy_.take_troubles()).empty(); }));
  EXPECT_NE(troubles.front().find("The remote takes no picture over TCP"), std::string::npos);
  EXPECT_EQ(sender_.state(), TcpMediaSender::State::kOpen);
  EXPECT_TRUE(offered_.empty());
  std::string error;
  receiver_ = TcpMediaListener::listen(target, error);
  ASSERT_TRUE(receiver_) << error;
  later_ = Duration::seconds(4);
  ASSERT_TRUE(becomes_true([this] { return accepted(); }));
  EXPECT_TRUE(arrives("picture"));
  EXPECT_TRUE(proxy_.take_troubles().empty());
}

TEST_F(PictureProxyTest, WhoHangsUpWhileHeldIsForgottenWithWhatNobodyRead) {
  const SocketAddress target = send_where_nobody_listens();
  rounds(5);
  sender_.close();
  rounds(5);
  std::string error;
  receiver_ = TcpMediaListener::listen(target, error);
  ASSERT_TRUE(receiver_) << error;
  later_ = Duration::seconds(1);
  rounds(20);
  EXPECT_FALSE(accepted());
}

TEST_F(PictureProxyTest, WhenTheReceiverGoesTheSenderIsTold) {
  begin();
  ASSERT_TRUE(becomes_true([this] { return !offered_.empty() || sender_.state() == TcpMediaSender::State::kOpen; }));
  taken_.reset();
  EXPECT_TRUE(becomes_true([this] { return sender_.state() == TcpMediaSender::State::kClosed; }));
}

TEST_F(PictureProxyTest, StrangersDoNotCutThePicture) {
  begin();
  std::vector<std::unique_ptr<TcpMediaSender>> strangers;
  for (int i = 0; i < 8; ++i) strangers.push_back(stranger(near_));
  EXPECT_EQ(sender_.state(), TcpMediaSender::State::kOpen);
  send("picture");
  EXPECT_TRUE(arrives("picture"));
  EXPECT_EQ(strangers.back()->state(), TcpMediaSender::State::kClosed) << "more than there is room for";
}

TEST_F(PictureProxyTest, WhoHangsUpOrStaysSilentMakesRoom) {
  proxy_.set_targets(SocketAddress::loopback(1), receiver_->local());
  std::vector<std::unique_ptr<TcpMediaSender>> silent;
  for (int i = 0; i < 4; ++i) silent.push_back(stranger(near_));
  silent.front()->close();
  EXPECT_EQ(silent.emplace_back(stranger(near_))->state(), TcpMediaSender::State::kOpen);
  std::vector<TcpMediaListener::Caller> carried_on;
  while (auto caller = receiver_->accept()) carried_on.push_back(std::move(*caller));
  later_ = Duration::seconds(6);
  connect(near_);
  rounds(5);
  EXPECT_EQ(sender_.state(), TcpMediaSender::State::kOpen);
  ASSERT_TRUE(becomes_true([this] { return accepted(); }));
  send("picture");
  EXPECT_TRUE(arrives("picture"));
  EXPECT_EQ(silent[1]->state(), TcpMediaSender::State::kClosed) << "silent for the longest time";
  EXPECT_EQ(silent[2]->state(), TcpMediaSender::State::kOpen);
}

TEST_F(PictureProxyTest, OtherAddressesOfThisMachineAreOtherHosts) {
  proxy_.set_targets(SocketAddress::loopback(1), receiver_->local());
  EXPECT_EQ(stranger(near_, "127.0.0.2")->state(), TcpMediaSender::State::kClosed);
  EXPECT_EQ(stranger(far_, "127.0.0.2")->state(), TcpMediaSender::State::kClosed);
  proxy_.set_targets(SocketAddress::loopback(1), host("192.0.2.1", 5008));
  EXPECT_EQ(stranger(far_)->state(), TcpMediaSender::State::kClosed) << "the remote is elsewhere";
  proxy_.set_targets(receiver_->local(), host("127.0.1.1", 5008));
  EXPECT_EQ(stranger(far_)->state(), TcpMediaSender::State::kOpen) << "another name of this machine";
}

TEST_F(PictureProxyTest, WithoutDescriptorsItDoesNotSpin) {
  proxy_.set_targets(SocketAddress::loopback(1), receiver_->local());
  sender_.connect(near_);
  ASSERT_FALSE(accepted());  // called before: UBSan needs descriptors to look at an object of a type for the first time
  {
    const FewDescriptors none;
    int ready = 0;
    for (int i = 0; i < 10; ++i) ready += round();
    EXPECT_EQ(ready, 1) << "poll returns at once, again and again";
  }
  ASSERT_TRUE(becomes_true([this] { return accepted() && sender_.state() == TcpMediaSender::State::kOpen; }));
  send("picture");
  EXPECT_TRUE(arrives("picture"));
}

TEST_F(PictureProxyTest, AnotherRouteEndsItsConnectionsTheSameOneDoesNot) {
  begin();
  proxy_.set_targets(SocketAddress::loopback(1), receiver_->local());
  send("picture");
  EXPECT_TRUE(arrives("picture"));
  proxy_.set_targets(SocketAddress::loopback(1), SocketAddress::loopback(2));
  EXPECT_TRUE(becomes_true([this] { return sender_.state() == TcpMediaSender::State::kClosed; }));
}

TEST_F(PictureProxyTest, WhatTheLinkDropsGoesAgain) {
  begin();
  hold("picture");
  proxy_.lost(on_link_.front().id);
  on_link_.clear();
  ASSERT_TRUE(proxy_.next_event());
  later_ = Duration::seconds(2);
  holds_ = false;
  EXPECT_TRUE(arrives("picture"));
}

TEST_F(PictureProxyTest, WhatALinkDropsAtItsEndGoesAgain) {
  begin();
  hold("one ");
  on_link_.clear();
  std::vector<std::pair<LinkWay, bool>> lost;
  proxy_.lose_all([&lost](LinkWay way, bool media) { lost.emplace_back(way, media); });
  EXPECT_EQ(lost, (std::vector{std::pair(LinkWay::kUp, true)}));
  later_ = Duration::seconds(2);
  holds_ = false;
  EXPECT_TRUE(arrives("one "));
  send("two");
  EXPECT_TRUE(arrives("one two"));
}

}  // namespace
}  // namespace jitterscope::picture_proxy_test
