// Real sockets on loopback. Waits end when the thing waited for happens; their limits only bound a failure.
#include "core/base/net/tcp_connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace jitterscope::tcp_connection_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Status = TcpConnection::LineStatus;

constexpr auto kLimit = 20s;
constexpr std::size_t kMaxLine = 1000;

struct Pair {
  TcpListener listener{0};
  TcpConnection caller;
  TcpConnection callee;

  explicit Pair(const std::string& host = "127.0.0.1")
      : caller(*TcpConnection::connect({host, listener.port()}, kLimit).connection), callee(*listener.accept(kLimit)) {}
};

TEST(TcpConnection, CarriesLinesBothWays) {
  Pair pair;
  EXPECT_EQ(pair.caller.send_all("one\ntwo\r\n\nthr", kLimit), "");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, "one");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, "two");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, "");
  EXPECT_EQ(pair.callee.receive_line(0ms, kMaxLine).status, Status::kTimeout);
  EXPECT_EQ(pair.caller.send_all("ee\n", kLimit), "");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, "three");
  EXPECT_EQ(pair.callee.send_all("back\n", kLimit), "");
  EXPECT_EQ(pair.caller.receive_line(kLimit, kMaxLine).text, "back");
}

TEST(TcpConnection, KnowsBothAddressesInTheirOwnFamily) {
  Pair four("127.0.0.1");
  EXPECT_EQ(four.caller.peer().to_string(), "127.0.0.1:" + std::to_string(four.listener.port()));
  EXPECT_EQ(four.callee.peer().to_string(), four.caller.local().to_string());
  Pair six("::1");
  EXPECT_EQ(six.callee.local().to_string(), "[::1]:" + std::to_string(six.listener.port()));
}

TEST(TcpConnection, LinesUpToTheLimitPassLongerOnesEndIt) {
  Pair pair;
  const std::string longest(kMaxLine, 'x');
  EXPECT_EQ(pair.caller.send_all(longest + "\n" + longest + "y\nafter\n", kLimit), "");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, longest);
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).status, Status::kTooLong);
  const auto again = pair.callee.receive_line(kLimit, kMaxLine);
  EXPECT_EQ(again.status, Status::kTooLong);
  EXPECT_THAT(again.text, HasSubstr("1000 bytes"));
}

TEST(TcpConnection, EndlessLineEndsIt) {
  Pair pair;
  EXPECT_EQ(pair.caller.send_all(std::string(5 * kMaxLine, 'x'), kLimit), "");
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).status, Status::kTooLong);
}

TEST(TcpConnection, HalfCloseStillReceives) {
  Pair pair;
  EXPECT_EQ(pair.caller.send_all("last\nunfinished", kLimit), "");
  pair.caller.finish_sending();
  EXPECT_EQ(pair.callee.receive_line(kLimit, kMaxLine).text, "last");
  const auto end = pair.callee.receive_line(kLimit, kMaxLine);
  EXPECT_EQ(end.status, Status::kClosed);
  EXPECT_THAT(end.text, HasSubstr("closed the connection"));
  EXPECT_EQ(pair.callee.send_all("answer\n", kLimit), "");
  EXPECT_EQ(pair.caller.receive_line(kLimit, kMaxLine).text, "answer");
}

TEST(TcpConnection, ShutdownFreesABlockedReceiver) {
  Pair pair;
  Status status{};
  std::thread receiver([&] { status = pair.callee.receive_line(kLimit, kMaxLine).status; });
  pair.callee.shutdown();
  receiver.join();
  EXPECT_EQ(status, Status::kClosed);
}

TEST(TcpConnection, RemoteThatDoesNotReadIsNamed) {
  Pair pair;
  EXPECT_THAT(pair.caller.send_all(std::string(64 << 20, 'x'), 100ms), HasSubstr("does not read"));
}

TEST(TcpConnection, SendingToARemoteThatIsGoneFails) {
  Pair pair;
  { TcpConnection gone = std::move(pair.callee); }
  std::string error;
  for (int i = 0; i < 1000 && error.empty(); ++i) error = pair.caller.send_all(std::string(1 << 16, 'x'), kLimit);
  EXPECT_THAT(error, HasSubstr("ended or closed"));
}

TEST(TcpConnect, RefusedIsSaidInWords) {
  std::uint16_t free_port = 0;
  { free_port = TcpListener(0).port(); }
  const auto outcome = TcpConnection::connect({"127.0.0.1", free_port}, kLimit);
  EXPECT_FALSE(outcome.connection.has_value());
  EXPECT_THAT(outcome.error, HasSubstr("no Jitterscope waits for calls there"));
}

TEST(TcpConnect, UnknownNameIsSaidInWords) {
  const auto outcome = TcpConnection::connect({"no-such-host.invalid", 5004}, kLimit);
  EXPECT_FALSE(outcome.connection.has_value());
  EXPECT_THAT(outcome.error, HasSubstr("no-such-host.invalid"));
}

TEST(TcpConnect, CanBeGivenUp) {
  const std::atomic<bool> cancelled = true;
  const auto outcome = TcpConnection::connect({"192.0.2.1", 5004}, kLimit, &cancelled);
  EXPECT_FALSE(outcome.connection.has_value());
}

TEST(TcpConnect, TimeoutIsSaidInWords) {
  TcpListener listener(0);  // its backlog is filled, so that further calls get no answer
  std::vector<TcpConnection> callers;
  TcpConnection::Outcome outcome;
  for (int i = 0; i < 300; ++i) {
    outcome = TcpConnection::connect({"127.0.0.1", listener.port()}, 100ms);
    if (!outcome.connection) break;
    callers.push_back(std::move(*outcome.connection));
  }
  EXPECT_FALSE(outcome.connection.has_value());
  EXPECT_THAT(outcome.error, HasSubstr("did not answer within 0.1 s"));
}

TEST(TcpListener, TakenPortIsSaidOrTheNextOneIsTaken) {
  const TcpListener first(0);
  try {
    TcpListener second(first.port());
    FAIL() << "two listeners on one port";
  } catch (const std::runtime_error& error) { EXPECT_THAT(error.what(), HasSubstr("in use")); }
  if (first.port() > 65535 - 50) GTEST_SKIP() << "no fifty ports above " << first.port();
  const TcpListener next(first.port(), true);
  EXPECT_GT(next.port(), first.port());
  EXPECT_LE(next.port(), first.port() + 50);
  EXPECT_EQ((next.port() - first.port()) % 2, 0);
}

TEST(TcpListener, NobodyCallsIsNothing) {
  TcpListener listener(0);
  EXPECT_FALSE(listener.accept(0ms).has_value());
}

}  // namespace
}  // namespace jitterscope::tcp_connection_test
