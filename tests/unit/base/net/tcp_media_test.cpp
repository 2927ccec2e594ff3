// Media over real TCP sockets on loopback.
#include "core/base/net/tcp_media.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>

namespace jitterscope::tcp_media_test {
namespace {

using State = TcpMediaSender::State;
using Taken = TcpMediaSender::Taken;
using Bytes = std::vector<std::uint8_t>;

constexpr int kPatience = 5000;  // turns of a millisecond

TcpMediaListener listen(const SocketAddress& at = SocketAddress::loopback()) {
  std::string error;
  auto listener = TcpMediaListener::listen(at, error);
  if (!listener) throw std::runtime_error(error);
  return std::move(*listener);
}

/// An address where nobody listens.
SocketAddress nobody() {
  return listen().local();
}

bool await(TcpMediaSender& sender, State wanted) {
  for (int i = 0; i < kPatience && sender.state() != wanted; ++i) sleep_until(monotonic_now() + Duration::ms(1));
  return sender.state() == wanted;
}

TcpMediaListener::Caller await_caller(TcpMediaListener& listener) {
  for (int i = 0; i < kPatience; ++i) {
    if (auto caller = listener.accept()) return std::move(*caller);
    sleep_until(monotonic_now() + Duration::ms(1));
  }
  throw std::runtime_error("nobody connected");
}

Taken send(TcpMediaSender& sender, const Bytes& packet) {
  const std::size_t half = packet.size() / 2;
  auto* bytes = const_cast<std::uint8_t*>(packet.data());
  const std::array<iovec, 2> parts{iovec{bytes, half}, iovec{bytes + half, packet.size() - half}};
  return sender.send(parts);
}

/// All that comes until `wanted` bytes have, or the stream ends.
Bytes read(int fd, std::size_t wanted) {
  Bytes all;
  std::array<std::uint8_t, 4096> room;
  for (int i = 0; i < kPatience && all.size() < wanted; ++i) {
    const auto size = receive_stream(fd, room);
    if (!size) break;
    all.insert(all.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(*size));
    if (*size == 0) sleep_until(monotonic_now() + Duration::ms(1));
  }
  return all;
}

TEST(TcpMedia, BytesArriveInOrderAndTheKernelTellsOfThem) {
  auto listener = listen();
  TcpMediaSender sender(2000);
  sender.connect(listener.local());
  ASSERT_TRUE(await(sender, State::kOpen));
  const auto caller = await_caller(listener);
  EXPECT_TRUE(caller.from.is_loopback());
  ASSERT_EQ(send(sender, Bytes(1500, 1)), Taken::kWhole);
  ASSERT_EQ(send(sender, Bytes(3, 2)), Taken::kWhole);
  Bytes expected(1503, 1);
  std::fill_n(expected.rbegin(), 3, std::uint8_t{2});
  EXPECT_EQ(read(caller.socket.fd(), expected.size()), expected);
  const auto info = sender.info();
  ASSERT_TRUE(info);
  EXPECT_GT(info->round_trip_ms, 0);
  EXPECT_GE(info->congestion_window, 1);
  EXPECT_EQ(info->unsent_bytes, 0);
  for (int i = 0; i < kPatience && sender.unacknowledged() > 0; ++i) sleep_until(monotonic_now() + Duration::ms(1));
  EXPECT_EQ(sender.unacknowledged(), 0);
}

TEST(TcpMedia, ARemoteThatDoesNotReadFillsLittleAndNoPacketIsCut) {
  auto listener = listen();
  TcpMediaSender sender(60'000);
  sender.connect(listener.local());
  ASSERT_TRUE(await(sender, State::kOpen));
  const auto caller = await_caller(listener);
  int few = 4096;
  setsockopt(caller.socket.fd(), SOL_SOCKET, SO_RCVBUF, &few, sizeof few);
  Bytes expected;
  std::uint8_t value = 0;
  for (int i = 0; i < 2000; ++i) {
    const Bytes packet(static_cast<std::size_t>(1 + i * 7919 % 60'000), ++value);
    const Taken taken = send(sender, packet);
    if (taken == Taken::kFull) break;
    ASSERT_EQ(taken, Taken::kWhole);
    expected.insert(expected.end(), packet.begin(), packet.end());
  }
  EXPECT_GT(sender.unsent(), 0);
  EXPECT_GE(sender.unacknowledged(), sender.unsent());
  EXPECT_EQ(send(sender, Bytes(1, 0)), Taken::kFull) << "nothing was read";
  EXPECT_LT(expected.size(), 512u << 10) << "a small buffer";
  // What was taken comes whole, and nothing of what was refused.
  Bytes got;
  for (int i = 0; i < kPatience && got.size() < expected.size(); ++i) {
    sender.flush();
    const Bytes some = read(caller.socket.fd(), 1);
    got.insert(got.end(), some.begin(), some.end());
  }
  EXPECT_TRUE(got == expected) << got.size() << " of " << expected.size();
  EXPECT_EQ(sender.flush(), Taken::kWhole);
  ASSERT_EQ(send(sender, Bytes(5, 77)), Taken::kWhole);
  EXPECT_EQ(read(caller.socket.fd(), 5), Bytes(5, 77));
}

TEST(TcpMedia, NobodyListens) {
  TcpMediaSender sender(100);
  EXPECT_EQ(sender.state(), State::kClosed);
  EXPECT_EQ(send(sender, Bytes(10, 1)), Taken::kLost);
  sender.connect(nobody());
  ASSERT_TRUE(await(sender, State::kClosed));
  EXPECT_EQ(sender.error(), ECONNREFUSED);
  EXPECT_FALSE(sender.info());
  sender.close();
  EXPECT_EQ(sender.error(), 0);
}

TEST(TcpMedia, ARemoteThatHangsUpIsSeenWithoutSending) {
  auto listener = listen();
  TcpMediaSender sender(100);
  sender.connect(listener.local());
  ASSERT_TRUE(await(sender, State::kOpen));
  { const auto caller = await_caller(listener); }
  EXPECT_TRUE(await(sender, State::kClosed));
  EXPECT_EQ(sender.error(), ECONNRESET);
  EXPECT_EQ(send(sender, Bytes(10, 1)), Taken::kLost);
  sender.connect(listener.local());
  EXPECT_TRUE(await(sender, State::kOpen)) << "again";
}

TEST(TcpMedia, WhatARemoteSaysIsThrownAway) {
  auto listener = listen();
  TcpMediaSender sender(100);
  sender.connect(listener.local());
  ASSERT_TRUE(await(sender, State::kOpen));
  const auto caller = await_caller(listener);
  const Bytes words(10'000, 3);
  ASSERT_EQ(::send(caller.socket.fd(), words.data(), words.size(), 0), 10'000);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(sender.state(), State::kOpen);
  ASSERT_EQ(send(sender, Bytes(10, 1)), Taken::kWhole);
  EXPECT_EQ(read(caller.socket.fd(), 10), Bytes(10, 1));
}

TEST(TcpMedia, APacketLargerThanAnnouncedEndsTheConnectionInsteadOfTheProgram) {
  auto listener = listen();
  TcpMediaSender sender(100);
  sender.connect(listener.local());
  ASSERT_TRUE(await(sender, State::kOpen));
  EXPECT_EQ(send(sender, Bytes(101, 1)), Taken::kLost);
  EXPECT_EQ(sender.error(), EMSGSIZE);
}

TEST(TcpMedia, APortInUseIsASentence) {
  const auto listener = listen();
  std::string error;
  EXPECT_FALSE(TcpMediaListener::listen(listener.local(), error));
  EXPECT_NE(error.find("port " + std::to_string(listener.local().port())), std::string::npos) << error;
}

TEST(SocketAddresses, HostsAreComparedWithoutPortsMappedOrNot) {
  const SocketAddress here = SocketAddress::loopback(5), there = SocketAddress::loopback(6);
  EXPECT_TRUE(here == SocketAddress::loopback(5));
  EXPECT_FALSE(here == there);
  EXPECT_TRUE(here.same_host(there.mapped()));
  EXPECT_TRUE(here.is_loopback() && here.mapped().is_loopback());
  const SocketAddress other = resolve({"192.0.2.1", 5}).addresses.at(0);
  EXPECT_FALSE(other.is_loopback() || other.same_host(here));
  EXPECT_TRUE(resolve({"::1", 5}).addresses.at(0).is_loopback());
  EXPECT_FALSE(SocketAddress().is_loopback());
}

}  // namespace
}  // namespace jitterscope::tcp_media_test
