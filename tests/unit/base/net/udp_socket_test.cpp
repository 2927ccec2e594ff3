// Real sockets on the loopback interface.
#include "core/base/net/udp_socket.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/ip.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <vector>

#include "core/base/net/socket_overflow.h"
#include "core/base/realtime/clock.h"

namespace jitterscope::udp_socket_test {
namespace {

constexpr Duration kPatience = Duration::seconds(5);

SocketAddress loopback(std::uint16_t port = 0) {
  return SocketAddress::loopback(port);
}

SocketAddress ipv4(in_addr_t host) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(host);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

SocketAddress ipv6(const in6_addr& host, std::uint16_t port = 0) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = host;
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

UdpSocket open(const SocketAddress& local = loopback(), const UdpOptions& options = {}) {
  std::string error;
  auto socket = UdpSocket::bind(local, options, error);
  if (!socket) throw std::runtime_error(error);
  return std::move(*socket);
}

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string text(const std::array<std::byte, 64>& buffer, const Datagram& datagram) {
  return {reinterpret_cast<const char*>(buffer.data()), datagram.size};
}

int option(const UdpSocket& socket, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  getsockopt(socket.fd(), level, name, &value, &size);
  return value;
}

TEST(UdpSocket, ADatagramArrivesWithItsSenderAndStampsInOrder) {
  UdpSocket sender = open(), receiver = open();
  std::array<std::byte, 64> buffer{};
  for (const Duration timeout : {Duration::ms(5), kPatience}) {  // both ways of waiting
    const Timestamp before = monotonic_now();
    ASSERT_EQ(sender.send(bytes("hello"), receiver.local()), 0);
    const auto datagram = receiver.receive(buffer, timeout);
    ASSERT_TRUE(datagram);
    EXPECT_EQ(text(buffer, *datagram), "hello");
    EXPECT_FALSE(datagram->truncated);
    EXPECT_EQ(datagram->from.to_string(), sender.local().to_string());
    ASSERT_TRUE(datagram->kernel);
    EXPECT_LE(*datagram->kernel, datagram->received);
    EXPECT_GE(*datagram->kernel, before - Duration::us(100)) << "converted by an offset that is off";
    EXPECT_LE(datagram->received, monotonic_now());
  }
}

TEST(UdpSocket, PartsAreSentAsOneDatagram) {
  UdpSocket sender = open(), receiver = open();
  char head[] = "head", body[] = "body";
  const std::array<iovec, 2> parts{iovec{head, 4}, iovec{body, 4}};
  ASSERT_EQ(sender.send(parts, receiver.local()), 0);
  std::array<std::byte, 64> buffer{};
  const auto datagram = receiver.receive(buffer, kPatience);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(text(buffer, *datagram), "headbody");
}

TEST(UdpSocket, ADatagramLargerThanTheBufferIsMarked) {
  UdpSocket sender = open(), receiver = open();
  ASSERT_EQ(sender.send(bytes("123456"), receiver.local()), 0);
  std::array<std::byte, 4> buffer{};
  const auto datagram = receiver.receive(buffer, kPatience);
  ASSERT_TRUE(datagram);
  EXPECT_TRUE(datagram->truncated);
  EXPECT_EQ(datagram->size, 4u);
}

TEST(UdpSocket, AnEmptyDatagramIsADatagram) {
  UdpSocket sender = open(), receiver = open();
  ASSERT_EQ(sender.send(bytes(""), receiver.local()), 0);
  std::array<std::byte, 4> buffer{};
  const auto datagram = receiver.receive(buffer, kPatience);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(datagram->size, 0u);
}

TEST(UdpSocket, NothingCame) {
  UdpSocket receiver = open();
  std::array<std::byte, 4> buffer{};
  EXPECT_FALSE(receiver.receive(buffer, Duration::ns(0)));
  for (const Duration timeout : {Duration::ms(3), Duration::ms(20)}) {
    const Timestamp begin = monotonic_now();
    EXPECT_FALSE(receiver.receive(buffer, timeout));
    EXPECT_GE(monotonic_now() - begin, timeout - Duration::us(1));
  }
}

TEST(UdpSocket, ATooLargeDatagramIsReported) {
  UdpSocket sender = open(), receiver = open();
  const std::vector<std::byte> large(70'000);
  EXPECT_EQ(sender.send(large, receiver.local()), EMSGSIZE);
  EXPECT_EQ(sender.send(bytes("small"), receiver.local()), 0);
}

TEST(UdpSocket, AClosedPortAtTheRemoteIsNotFatal) {
  UdpSocket sender = open();
  SocketAddress gone;
  { gone = open().local(); }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(sender.send(bytes("anyone"), gone), 0);
  std::array<std::byte, 64> buffer{};
  EXPECT_FALSE(sender.receive(buffer, Duration::ms(3)));  // ECONNREFUSED is swallowed
  ASSERT_EQ(sender.send(bytes("me"), sender.local()), 0);
  auto datagram = sender.receive(buffer, Duration::ms(3));
  if (!datagram) datagram = sender.receive(buffer, Duration::ms(3));
  ASSERT_TRUE(datagram);
  EXPECT_EQ(text(buffer, *datagram), "me");
}

TEST(UdpSocket, ErrorsThatWaitDoNotKeepReceiveFromWaiting) {
  UdpSocket sender = open();
  SocketAddress gone;
  { gone = open().local(); }
  ASSERT_EQ(sender.send(bytes("anyone"), gone), 0);
  std::array<std::byte, 4> buffer{};
  sender.receive(buffer, Duration::ms(1));
  const Timestamp begin = monotonic_now();
  EXPECT_FALSE(sender.receive(buffer, Duration::ms(3)));
  EXPECT_GE(monotonic_now() - begin, Duration::us(2999));
}

TEST(UdpSocket, ATakenPortIsSaidInASentence) {
  const UdpSocket first = open();
  std::string error;
  EXPECT_FALSE(UdpSocket::bind(first.local(), {}, error));
  EXPECT_NE(error.find(first.local().to_string()), std::string::npos) << error;
  EXPECT_NE(error.find("in use"), std::string::npos) << error;
}

TEST(UdpSocket, ADualStackSocketTalksToBothFamilies) {
  UdpSocket dual = open(ipv6(in6addr_any));
  UdpSocket plain = open();
  const SocketAddress dual_by_ipv4 = loopback(dual.local().port());
  std::array<std::byte, 64> buffer{};
  ASSERT_EQ(plain.send(bytes("four"), dual_by_ipv4), 0);
  const auto question = dual.receive(buffer, kPatience);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->from.to_string(), plain.local().to_string()) << "as plain IPv4";
  ASSERT_EQ(dual.send(bytes("back"), question->from), 0);
  ASSERT_TRUE(plain.receive(buffer, kPatience));

  UdpSocket six = open(ipv6(in6addr_loopback));
  ASSERT_EQ(dual.send(bytes("six"), six.local()), 0);
  const auto datagram = six.receive(buffer, kPatience);
  ASSERT_TRUE(datagram);
  EXPECT_EQ(text(buffer, *datagram), "six");
  EXPECT_TRUE(datagram->kernel);
}

TEST(UdpSocket, BuffersAreReportedAsGranted) {
  const UdpSocket socket = open(loopback(), {.receive_buffer = 300'000, .send_buffer = 200'000});
  EXPECT_EQ(option(socket, SOL_SOCKET, SO_RCVBUF), 2 * socket.receive_buffer());
  EXPECT_GT(socket.receive_buffer(), 0);
  EXPECT_LE(socket.receive_buffer(), 300'000);
  EXPECT_GT(socket.send_buffer(), 0);
  EXPECT_LE(socket.send_buffer(), 200'000);
}

TEST(UdpSocket, MarksItsDatagrams) {
  UdpSocket socket = open(loopback(), {.dscp = 46, .priority = 6});
  EXPECT_EQ(option(socket, IPPROTO_IP, IP_TOS), 46 << 2);
  EXPECT_EQ(option(socket, SOL_SOCKET, SO_PRIORITY), 6);
  EXPECT_TRUE(socket.set_dscp(0, 0));
  EXPECT_EQ(option(socket, IPPROTO_IP, IP_TOS), 0);
  UdpSocket dual = open(ipv6(in6addr_any), {.dscp = 34, .priority = 5});
  EXPECT_EQ(option(dual, IPPROTO_IPV6, IPV6_TCLASS), 34 << 2);
  EXPECT_EQ(option(dual, IPPROTO_IP, IP_TOS), 34 << 2);
  EXPECT_EQ(option(dual, SOL_SOCKET, SO_PRIORITY), 5);
}

const SocketAddress kOtherLoopback = ipv4(INADDR_LOOPBACK + 1);

/// What comes of a datagram each of 127.0.0.1, 127.0.0.2 and, on a dual-stack socket, ::1, in this order.
std::string heard(UdpSocket& receiver) {
  const std::uint16_t port = receiver.local().port();
  EXPECT_EQ(open().send(bytes("one "), loopback(port)), 0);
  EXPECT_EQ(open(kOtherLoopback).send(bytes("two "), loopback(port)), 0);
  if (receiver.local().family() == AF_INET6) {
    EXPECT_EQ(open(ipv6(in6addr_loopback)).send(bytes("six "), ipv6(in6addr_loopback, port)), 0);
  }
  std::array<std::byte, 64> buffer;
  std::string all;
  while (const auto datagram = receiver.receive(buffer, Duration::ms(50))) all += text(buffer, *datagram);
  return all;
}

TEST(UdpSocket, TakesDatagramsOfTheseHostsAlone) {
  for (const bool dual : {false, true}) {
    UdpSocket receiver = dual ? open(ipv6(in6addr_any)) : open();
    const std::string six = dual ? "six " : "";
    EXPECT_EQ(heard(receiver), "one two " + six);
    ASSERT_TRUE(receiver.take_only_from({}));
    EXPECT_EQ(heard(receiver), "");
    const std::array first{loopback(9)};  // whatever the port
    ASSERT_TRUE(receiver.take_only_from(first));
    EXPECT_EQ(heard(receiver), "one ");
    const std::array mapped{kOtherLoopback.mapped()};
    ASSERT_TRUE(receiver.take_only_from(mapped));
    EXPECT_EQ(heard(receiver), "two ");
    const std::array both{ipv6(in6addr_loopback), loopback()};
    ASSERT_TRUE(receiver.take_only_from(both));
    EXPECT_EQ(heard(receiver), "one " + six);
  }
}

TEST(SocketOverflow, CountsWhatAFullBufferLostAndNotWhatTheFilterRefused) {
  UdpOptions small;
  small.receive_buffer = 4096;
  UdpSocket sender = open(), receiver = open(loopback(), small), strangers = open();
  SocketOverflow overflow(receiver.fd());
  EXPECT_EQ(overflow.count(), 0);
  ASSERT_TRUE(strangers.take_only_from({}));
  constexpr int kSent = 500;
  std::int64_t of_strangers = 1;
  for (int tries = 0; tries < 5 && of_strangers != 0; ++tries) {  // other programs' sockets may overflow just then
    SocketOverflow refused(strangers.fd());
    for (int i = 0; i < kSent; ++i) sender.send(bytes("stranger"), strangers.local());
    of_strangers = refused.count();
  }
  EXPECT_EQ(of_strangers, 0);
  for (int i = 0; i < kSent; ++i) sender.send(bytes("datagram"), receiver.local());
  std::array<std::byte, 64> buffer;
  int received = 0;
  while (receiver.receive(buffer, Duration{})) ++received;
  ASSERT_LT(received, kSent);
  EXPECT_EQ(overflow.count(), kSent - received);
  EXPECT_EQ(overflow.count(), kSent - received) << "since it was made";
}

/// Calls of read(2) by this thread so far; its own are as many each time.
std::int64_t reads_so_far() {
  std::ifstream counts("/proc/thread-self/io");
  std::int64_t count = 0;
  for (std::string name; counts >> name >> count;)
    if (name == "syscr:") return count;
  throw std::runtime_error("this kernel does not count reads");
}

TEST(SocketOverflow, ReadsNothingWhileTheSocketLosesNothing) {
  UdpSocket sender = open(), receiver = open();
  SocketOverflow overflow(receiver.fd());
  sender.send(bytes("datagram"), receiver.local());
  std::int64_t before = reads_so_far();
  const std::int64_t own = reads_so_far() - before;
  before = reads_so_far();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(overflow.count(), 0);
  EXPECT_EQ(reads_so_far() - before, own);
}

TEST(UdpSocket, MovesItsDescriptor) {
  UdpSocket first = open();
  const auto address = first.local().to_string();
  UdpSocket second = std::move(first);
  EXPECT_EQ(second.local().to_string(), address);
  UdpSocket third = open();
  third = std::move(second);
  EXPECT_EQ(third.local().to_string(), address);
}

TEST(MediaPorts, AnEvenPortAndTheOneAbove) {
  std::string error;
  const auto ports = MediaPorts::open(loopback(35'001), {}, error);
  ASSERT_TRUE(ports) << error;
  EXPECT_GE(ports->rtp.local().port(), 35'002);
  EXPECT_EQ(ports->rtp.local().port() % 2, 0);
  EXPECT_EQ(ports->rtcp.local().port(), ports->rtp.local().port() + 1);
}

TEST(MediaPorts, ATakenPairIsPassedOver) {
  std::string error;
  const auto first = MediaPorts::open(loopback(35'400), {}, error);
  ASSERT_TRUE(first) << error;
  const auto second = MediaPorts::open(loopback(first->rtp.local().port()), {}, error);
  ASSERT_TRUE(second) << error;
  EXPECT_GE(second->rtp.local().port(), first->rtp.local().port() + 2);
  const UdpSocket rtcp_taken = open(loopback(static_cast<std::uint16_t>(second->rtcp.local().port() + 2)));
  const auto third = MediaPorts::open(second->rtp.local(), {}, error);
  ASSERT_TRUE(third) << error;
  EXPECT_GE(third->rtp.local().port(), second->rtp.local().port() + 4);
}

TEST(MediaPorts, AnAddressThatIsNotOurs) {
  std::string error;
  EXPECT_FALSE(MediaPorts::open(ipv4(0xC0000201), {}, error));  // 192.0.2.1, for documentation
  EXPECT_NE(error.find("192.0.2.1"), std::string::npos) << error;
}

TEST(UdpSocket, SeveralSocketsAreWaitedForAtOnce) {
  UdpSocket quiet = open(), busy = open();
  const std::array<UdpSocket*, 2> both{&quiet, &busy};
  EXPECT_FALSE(wait_for_datagram(both, Duration::ns(0)));
  ASSERT_EQ(open().send(bytes("one"), busy.local()), 0);
  EXPECT_TRUE(wait_for_datagram(both, kPatience));
  std::array<std::byte, 64> buffer;
  EXPECT_FALSE(quiet.receive(buffer, Duration::ns(0)));
  EXPECT_TRUE(busy.receive(buffer, Duration::ns(0)));
  EXPECT_FALSE(wait_for_datagram(both, Duration::ns(0)));
}

}  // namespace
}  // namespace jitterscope::udp_socket_test
