// Kernel transmit stamps on the loopback interface, whose packets pass both points within the send call.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <thread>
#include <vector>

#include "core/base/net/network_namespace.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"

namespace jitterscope::transmit_stamps_test {
namespace {

using Point = TransmitStamp::Point;
constexpr Duration kPatience = Duration::seconds(5);
constexpr UdpOptions kStamped{.transmit_stamps = true};

SocketAddress any_ipv6() {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

SocketAddress ipv6_loopback(std::uint16_t port = 0) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

UdpSocket open(const SocketAddress& local = SocketAddress::loopback(), const UdpOptions& options = {}) {
  std::string error;
  auto socket = UdpSocket::bind(local, options, error);
  if (!socket) throw std::runtime_error(error);
  return std::move(*socket);
}

StampedSend send(UdpSocket& socket, const SocketAddress& to) {
  char text[] = "packet";
  const iovec part{text, sizeof text};
  return socket.send_stamped(std::span(&part, 1), to);
}

std::vector<TransmitStamp> take_all(UdpSocket& socket) {
  std::vector<TransmitStamp> stamps;
  while (const auto stamp = socket.take_stamp()) stamps.push_back(*stamp);
  return stamps;
}

void expect_both_stamps_of(const std::vector<TransmitStamp>& stamps, std::uint32_t id) {
  ASSERT_EQ(stamps.size(), 2u);
  EXPECT_EQ(stamps[0].point, Point::kScheduled);
  EXPECT_EQ(stamps[1].point, Point::kDriver);
  for (const TransmitStamp& stamp : stamps) EXPECT_EQ(stamp.id, id);
}

TEST(TransmitStamps, SentScheduledDriverReceivedComeInThisOrder) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  const Timestamp before = monotonic_now();
  const StampedSend sent = send(sender, receiver.local());
  ASSERT_EQ(sent.error, 0);
  ASSERT_TRUE(sent.id);
  const auto stamps = take_all(sender);
  expect_both_stamps_of(stamps, *sent.id);
  std::array<std::byte, 64> buffer;
  const auto datagram = receiver.receive(buffer, kPatience);
  ASSERT_TRUE(datagram && datagram->kernel);
  constexpr Duration tolerance = StampConverter::kTolerance;
  EXPECT_GE(stamps[0].time, before - tolerance);
  EXPECT_LE(stamps[0].time, stamps[1].time);
  EXPECT_LE(stamps[1].time, *datagram->kernel + tolerance);
  EXPECT_LE(stamps[1].time, stamps[1].read);
  EXPECT_EQ(datagram->from.to_string(), sender.local().to_string()) << "the port that the remote answers to";
}

TEST(TransmitStamps, EachHasTheIdOfItsDatagram) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  std::vector<std::uint32_t> ids;
  for (int i = 0; i < 20; ++i) {
    const StampedSend sent = send(sender, receiver.local());
    ASSERT_TRUE(sent.id);
    if (!ids.empty()) { EXPECT_GT(*sent.id, ids.back()); }
    ids.push_back(*sent.id);
    EXPECT_EQ(sender.send(std::as_bytes(std::span("x")), receiver.local()), 0) << "gives none";
  }
  const auto stamps = take_all(sender);
  ASSERT_EQ(stamps.size(), 40u);
  for (std::size_t i = 0; i < stamps.size(); ++i) EXPECT_EQ(stamps[i].id, ids[i / 2]);
}

TEST(TransmitStamps, AFailedSendHasNoneAndDoesNotShiftTheIds) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  ASSERT_EQ(send(sender, receiver.local()).error, 0);
  take_all(sender);
  std::vector<char> large(70'000);
  const iovec part{large.data(), large.size()};
  const StampedSend failed = sender.send_stamped(std::span(&part, 1), receiver.local());
  EXPECT_EQ(failed.error, EMSGSIZE);
  EXPECT_FALSE(failed.id);
  const StampedSend sent = send(sender, receiver.local());
  const auto stamps = take_all(sender);
  if (sent.id)
    expect_both_stamps_of(stamps, *sent.id);
  else
    EXPECT_TRUE(stamps.empty()) << "a kernel that counts may have counted the failed one";
}

TEST(TransmitStamps, AFirstSendThatMayHaveBeenCountedLeavesNoDoubtfulIds) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  const StampedSend failed = send(sender, SocketAddress::loopback(0));
  EXPECT_EQ(failed.error, EINVAL) << "which a kernel says too that takes no ids";
  EXPECT_FALSE(failed.id);
  const StampedSend sent = send(sender, receiver.local());
  EXPECT_EQ(sent.error, 0);
  EXPECT_FALSE(sent.id);
  EXPECT_TRUE(take_all(sender).empty());
}

TEST(TransmitStamps, AreNotGivenUnlessAskedFor) {
  UdpSocket sender = open(), receiver = open();
  const StampedSend sent = send(sender, receiver.local());
  EXPECT_EQ(sent.error, 0);
  EXPECT_FALSE(sent.id);
  EXPECT_FALSE(sender.take_stamp());
}

TEST(TransmitStamps, OfADualStackSocketInBothFamilies) {
  UdpSocket sender = open(any_ipv6(), kStamped), four = open(), six = open(ipv6_loopback());
  for (UdpSocket* to : {&four, &six}) {
    const StampedSend sent = send(sender, to->local());
    ASSERT_TRUE(sent.id);
    expect_both_stamps_of(take_all(sender), *sent.id);
  }
}

TEST(TransmitStamps, TheSocketStillReceivesAllFromBothFamilies) {
  UdpSocket socket = open(any_ipv6(), kStamped);
  const std::uint16_t port = socket.local().port();
  std::array<std::byte, 64> buffer;
  for (int i = 0; i < 32; ++i) {  // of many ports: a choice by hash would miss half of them
    ASSERT_EQ(open().send(std::as_bytes(std::span("four")), SocketAddress::loopback(port)), 0);
    ASSERT_TRUE(socket.receive(buffer, kPatience)) << i;
    ASSERT_EQ(open(ipv6_loopback()).send(std::as_bytes(std::span("six")), ipv6_loopback(port)), 0);
    ASSERT_TRUE(socket.receive(buffer, kPatience)) << i;
  }
}

TEST(TransmitStamps, ThePortIsStillTakenForOthers) {
  const UdpSocket first = open(SocketAddress::loopback(), kStamped);
  std::string error;
  EXPECT_FALSE(UdpSocket::bind(first.local(), kStamped, error));
  EXPECT_NE(error.find("in use"), std::string::npos) << error;
}

TEST(TransmitStamps, AreFoundAmongTheNewsOfAClosedPort) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  int sends = 0;
  for (int i = 0; i < 16; ++i) {  // the news come to either descriptor, by the port's hash
    SocketAddress gone;
    { gone = open().local(); }
    EXPECT_EQ(send(sender, gone).error, 0) << "the news of an earlier one are not its answer";
    EXPECT_EQ(send(sender, receiver.local()).error, 0);
    sends += 2;
  }
  EXPECT_EQ(take_all(sender).size(), 2u * static_cast<std::size_t>(sends));
  EXPECT_EQ(send(sender, receiver.local()).error, 0);
  EXPECT_EQ(take_all(sender).size(), 2u);
}

TEST(TransmitStamps, TheyDoNotKeepReceiveFromWaiting) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  ASSERT_EQ(send(sender, receiver.local()).error, 0);
  std::array<std::byte, 64> buffer;
  const Timestamp begin = monotonic_now();
  EXPECT_FALSE(sender.receive(buffer, Duration::ms(3)));
  EXPECT_GE(monotonic_now() - begin, Duration::us(2999));
  EXPECT_EQ(take_all(sender).size(), 2u) << "receiving throws none away";
}

TEST(TransmitStamps, WakeNobodyWhoWaitsForDatagrams) {
  UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
  constexpr int kSends = 200;
  rusage used{};
  std::atomic<bool> waits{false};
  std::thread waiting([&] {
    std::array<std::byte, 64> buffer;
    waits = true;
    sender.receive(buffer, kPatience);
    getrusage(RUSAGE_THREAD, &used);
  });
  while (!waits) std::this_thread::yield();
  for (int i = 0; i < kSends; ++i) {
    ASSERT_EQ(send(sender, receiver.local()).error, 0);
    take_all(sender);
  }
  ASSERT_EQ(receiver.send(std::as_bytes(std::span("end")), sender.local()), 0);
  waiting.join();
  EXPECT_LT(used.ru_nvcsw, kSends / 4);
}

TEST(TransmitStamps, MovingTheSocketKeepsThem) {
  UdpSocket first = open(SocketAddress::loopback(), kStamped), receiver = open();
  UdpSocket second = std::move(first);
  const StampedSend sent = send(second, receiver.local());
  ASSERT_TRUE(sent.id);
  expect_both_stamps_of(take_all(second), *sent.id);
}

int run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

/// A line so slow that the first datagram holds it for the length of the test, behind it one place.
TEST(TransmitStamps, ADatagramDroppedInTheInterfaceQueueHasNoIdAndTheNextHasItsOwn) {
  if (geteuid() != 0) GTEST_SKIP() << "network namespaces need root";
  std::string error;
  const auto space = NetworkNamespace::create(error);
  ASSERT_TRUE(space) << error;
  ASSERT_TRUE(space->inside([] {
    ASSERT_EQ(run({"ip", "link", "set", "lo", "up"}), 0);
    ASSERT_EQ(run({"tc", "qdisc", "add", "dev", "lo", "root", "handle", "1:", "tbf", "rate", "1mbit", "burst", "2000",
                   "limit", "4000"}),
              0);
    ASSERT_EQ(run({"tc", "qdisc", "add", "dev", "lo", "parent", "1:1", "pfifo", "limit", "2"}), 0);
    UdpSocket sender = open(SocketAddress::loopback(), kStamped), receiver = open();
    std::vector<char> packet(1400);
    const iovec part{packet.data(), packet.size()};
    std::vector<std::uint32_t> ids;
    int dropped = 0;
    for (int i = 0; i < 10; ++i) {
      const StampedSend sent = sender.send_stamped(std::span(&part, 1), receiver.local());
      if (sent.id)
        ids.push_back(*sent.id);
      else if (sent.error == ENOBUFS)
        ++dropped;
    }
    EXPECT_GE(ids.size(), 2u);
    EXPECT_GE(dropped, 5);
    EXPECT_EQ(ids.size() + static_cast<std::size_t>(dropped), 10u);
    std::vector<std::byte> buffer(2000);
    std::vector<std::uint32_t> scheduled, driver;
    while (driver.size() < ids.size()) {
      ASSERT_TRUE(receiver.receive(buffer, kPatience)) << "what was queued comes in the end";
      for (const TransmitStamp& stamp : take_all(sender))
        (stamp.point == Point::kDriver ? driver : scheduled).push_back(stamp.id);
    }
    EXPECT_EQ(driver, ids) << "only what left";
    EXPECT_EQ(scheduled.size(), 10u) << "what was dropped had come as far as the queue";
  }));
}

}  // namespace
}  // namespace jitterscope::transmit_stamps_test
