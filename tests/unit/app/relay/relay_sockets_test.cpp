// Real sockets on the loopback interface, whose addresses are as many hosts.
#include "app/relay/relay_sockets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>

#include "tests/unit/bounded_child.h"
#include "tests/unit/no_source_filter.h"

namespace jitterscope::relay_sockets_test {
namespace {

SocketAddress at_host(int last, std::uint16_t port = 0) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(0x7F000000U + static_cast<std::uint32_t>(last));
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

class RelaySocketsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string error;
    sockets_ = RelaySockets::open(error);
    ASSERT_TRUE(sockets_) << error;
  }
  static void send(int from_host, const SocketAddress& to, const std::string& text) {
    std::string error;
    auto socket = UdpSocket::bind(at_host(from_host), {}, error);
    ASSERT_TRUE(socket) << error;
    EXPECT_EQ(socket->send(std::as_bytes(std::span(text)), to), 0);
  }
  /// What has come, up to "last": loopback keeps the order.
  std::vector<std::string> taken_until_last(std::size_t index) {
    std::vector<std::string> taken;
    while (taken.empty() || taken.back() != "last") {
      pollfd waiting{sockets_->fd(index), POLLIN, 0};
      if (poll(&waiting, 1, 10'000) != 1) return taken;  // only a failure waits so long
      for (const ReceivedDatagram& datagram : sockets_->receive(index))
        taken.emplace_back(reinterpret_cast<const char*>(datagram.bytes.data()), datagram.bytes.size());
    }
    return taken;
  }
  std::uint16_t far_port(std::size_t channel) const {
    const RelayPath path = sockets_->path();
    return static_cast<std::uint16_t>((channel < 2 ? path.far_audio : path.far_video) + channel % 2);
  }
  void route_to(int host) {
    sockets_->set_route({at_host(1, 40000), at_host(1, 40002), at_host(host, 40004), at_host(host, 40006)});
  }
  std::unique_ptr<RelaySockets> sockets_;
};

TEST_F(RelaySocketsTest, WhatAnotherHostThanTheToldOneSendsIsNotForwarded) {
  route_to(1);
  for (std::size_t channel = 0; channel < kChannels; ++channel) {
    const SocketAddress there = at_host(1, far_port(channel));
    send(2, there, "stranger");
    send(1, there, "remote");  // from whatever port
    send(2, there, "stranger");
    send(1, there, "last");
    EXPECT_THAT(taken_until_last(kChannels + channel), testing::ElementsAre("remote", "last")) << channel;
  }
}

TEST_F(RelaySocketsTest, BeforeThereIsARouteNothingIsTaken) {
  const SocketAddress there = at_host(1, far_port(0));
  send(1, there, "early");
  route_to(1);
  send(1, there, "last");
  EXPECT_THAT(taken_until_last(kChannels), testing::ElementsAre("last"));
}

TEST_F(RelaySocketsTest, ANewRouteTakesFromItsHostAlone) {
  route_to(2);
  route_to(3);
  const SocketAddress there = at_host(1, far_port(0));
  send(2, there, "was told before");
  send(4, there, "stranger");
  send(3, there, "last");
  EXPECT_THAT(taken_until_last(kChannels), testing::ElementsAre("last"));
}

/// As Debian's /etc/hosts names this machine: what is sent from there comes from 127.0.0.1.
TEST_F(RelaySocketsTest, OfAnotherNameOfThisMachineWhatItsFirstAddressSendsIsTaken) {
  route_to(256 + 1);
  const SocketAddress there = at_host(1, far_port(0));
  send(1, there, "remote");
  send(2, there, "stranger");
  send(1, there, "last");
  EXPECT_THAT(taken_until_last(kChannels), testing::ElementsAre("remote", "last"));
}

TEST_F(RelaySocketsTest, TheNearSideTakesFromThisEndAlone) {
  route_to(3);
  const SocketAddress there = sockets_->path().audio;
  send(2, there, "stranger");
  send(3, there, "stranger");
  send(1, there, "last");
  EXPECT_THAT(taken_until_last(0), testing::ElementsAre("last"));
}

TEST(RelaySocketsWithoutFilters, AreNone) {
  const std::string said = said_by([]() -> std::string {
    if (!refuse_source_filters()) return "no seccomp";
    std::string error;
    return RelaySockets::open(error) ? "opened" : error;
  });
  EXPECT_EQ(said, "The relay has no link: the kernel does not keep strangers' packets from its ports.");
}

}  // namespace
}  // namespace jitterscope::relay_sockets_test
