// Real sockets on loopback. Waits end when the thing waited for happens; their limits only bound a failure.
#include "core/call/path/control_connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <atomic>
#include <semaphore>

#include "core/algorithms/signalling/call_machine.h"

namespace jitterscope::control_connection_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto kLimit = 20s;

template <typename T>
T next(ControlConnection& connection) {
  auto input = connection.poll(kLimit);
  T* wanted = input ? std::get_if<T>(&*input) : nullptr;
  EXPECT_NE(wanted, nullptr) << (input ? static_cast<int>(input->index()) : -1);
  return wanted ? std::move(*wanted) : T{};
}

struct Ends {
  TcpListener listener{0};
  ControlConnection caller{HostPort{"127.0.0.1", listener.port()}};
  ControlConnection callee{*listener.accept(kLimit)};
};

TEST(ControlConnection, ConnectsCarriesLinesAndCloses) {
  Ends ends;
  const auto at_caller = next<control_input::Connected>(ends.caller);
  const auto at_callee = next<control_input::Connected>(ends.callee);
  EXPECT_EQ(at_caller.peer.port(), ends.listener.port());
  EXPECT_EQ(at_callee.peer.to_string(), at_caller.local.to_string());
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(ends.caller.send(std::to_string(i) + "\n"));
  ends.caller.close();
  EXPECT_FALSE(ends.caller.send("late\n"));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(next<control_input::Line>(ends.callee).text, std::to_string(i));
  EXPECT_THAT(next<control_input::Disconnected>(ends.callee).reason, HasSubstr("closed"));
  EXPECT_FALSE(ends.callee.poll(0ms).has_value());
  EXPECT_FALSE(ends.callee.send("late\n"));
}

/// Times that the calling thread gave its processor away to wait.
long waits() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

TEST(ControlConnection, APollThatMayNotWaitDoesNotSleep) {
  Ends ends;
  next<control_input::Connected>(ends.caller);
  const long before = waits();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(ends.caller.poll(0ms));
  EXPECT_LT(waits() - before, 50);
}

TEST(ControlConnection, TheBellRingsForWhatIsThereAndForWhatComes) {
  Ends ends;
  next<control_input::Connected>(ends.callee);
  next<control_input::Connected>(ends.caller);
  std::binary_semaphore rung(0);
  std::atomic<int> rings = 0;
  ends.callee.set_bell([&] {
    ++rings;
    rung.release();
  });
  EXPECT_EQ(rings, 0);
  ends.caller.send("a\n");
  EXPECT_TRUE(rung.try_acquire_for(kLimit));
  EXPECT_EQ(rings, 1);
  ends.callee.set_bell([&] { ++rings; });
  EXPECT_EQ(rings, 2) << "it has not been fetched";
  EXPECT_EQ(next<control_input::Line>(ends.callee).text, "a");
  ends.callee.set_bell({});
}

TEST(ControlConnection, RefusalIsTheOnlyInput) {
  std::uint16_t free_port = 0;
  { free_port = TcpListener(0).port(); }
  ControlConnection caller(HostPort{"127.0.0.1", free_port});
  EXPECT_THAT(next<control_input::Disconnected>(caller).reason, HasSubstr("refused"));
}

TEST(ControlConnection, OversizedLineDisconnects) {
  Ends ends;
  next<control_input::Connected>(ends.callee);
  std::string line(kMaxLineBytes + 1, 'x');
  line += '\n';  // g++ 12 sees an operator+ of it leave its bounds
  ends.caller.send(line);
  EXPECT_THAT(next<control_input::Disconnected>(ends.callee).reason, HasSubstr("65536 bytes"));
}

TEST(ControlConnection, RemoteThatDoesNotReadIsCutOffNotQueuedForever) {
  TcpListener listener(0);
  ControlConnection caller(HostPort{"127.0.0.1", listener.port()});
  const auto silent = listener.accept(kLimit);
  next<control_input::Connected>(caller);
  const std::string line(kMaxLineBytes - 1, 'x');
  int sent = 0;
  while (sent < 100'000 && caller.send(line + "\n")) ++sent;
  EXPECT_LT(sent, 100'000);
  EXPECT_THAT(next<control_input::Disconnected>(caller).reason, HasSubstr("does not read"));
}

TEST(ControlConnection, OwnerThatIsBehindLosesNothing) {
  TcpListener listener(0);
  TcpConnection caller = *TcpConnection::connect({"127.0.0.1", listener.port()}, kLimit).connection;
  ControlConnection callee(*listener.accept(kLimit));
  constexpr int kLines = 500;  // more than the queue holds
  std::string text;
  for (int i = 0; i < kLines; ++i) text += std::to_string(i) + "\n";
  ASSERT_EQ(caller.send_all(text, kLimit), "");
  next<control_input::Connected>(callee);
  for (int i = 0; i < kLines; ++i) ASSERT_EQ(next<control_input::Line>(callee).text, std::to_string(i));
}

TEST(ControlConnection, WhoSaysMoreThanACallNeedsIsHeldBack) {
  TcpListener listener(0);
  TcpConnection caller = *TcpConnection::connect({"127.0.0.1", listener.port()}, kLimit).connection;
  const auto began = std::chrono::steady_clock::now();
  ControlConnection callee(*listener.accept(kLimit));
  std::string text;
  for (int i = 0; i < 2'000; ++i) text += "{}\n";
  ASSERT_EQ(caller.send_all(text, kLimit), "");
  next<control_input::Connected>(callee);
  int lines = 0;
  auto input = callee.poll(kLimit);
  for (; input && std::holds_alternative<control_input::Line>(*input); input = callee.poll(kLimit)) ++lines;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  ASSERT_TRUE(input);
  EXPECT_TRUE(std::holds_alternative<control_input::HeldBack>(*input)) << input->index();
  EXPECT_LE(lines, 200 * (took.count() + 3) + 1) << "200 a second, and those of 3 s at once";
  next<control_input::Line>(callee);  // it goes on
}

TEST(ControlConnection, WhatMayBeSaidIsMoreAsSoonAsTheCallIsAnswered) {
  TcpListener listener(0);
  TcpConnection caller = *TcpConnection::connect({"127.0.0.1", listener.port()}, kLimit).connection;
  ControlConnection callee(*listener.accept(kLimit), kUnansweredLines);
  next<control_input::Connected>(callee);
  ASSERT_EQ(caller.send_all("{}\n", kLimit), "");
  EXPECT_EQ(next<control_input::Line>(callee).text, "{}") << "and its next line is waited for";
  callee.set_limits(kCallLines);
  const std::string line(kUnansweredLines.longest + 1, ' ');
  ASSERT_EQ(caller.send_all(line + "\n", kLimit), "");
  EXPECT_EQ(next<control_input::Line>(callee).text.size(), line.size());
}

TEST(ControlConnection, DestructionWhileConnectingDoesNotHang) {
  ControlConnection caller(HostPort{"192.0.2.1", 5004}, kLimit);
}

/// Hands one input to the machine and what it says to the connection.
void step(CallMachine& machine, ControlConnection& connection) {
  const Timestamp now;  // no time passes here
  if (const auto input = connection.poll(10ms)) {
    if (std::holds_alternative<control_input::Connected>(*input)) machine.connected(now);
    if (const auto* line = std::get_if<control_input::Line>(&*input)) machine.line(line->text, now);
    if (const auto* gone = std::get_if<control_input::Disconnected>(&*input)) machine.disconnected(gone->reason, now);
  }
  machine.accept(now);  // the caller has nothing to accept
  for (auto& line : machine.take_lines()) connection.send(std::move(line));
  if (machine.state() == CallStage::kEnded) connection.close();
}

TEST(ControlConnection, CarriesACallFromOfferToHangUp) {
  Ends ends;
  Description end;
  end.audio.port = end.video.port = 5006;
  CallMachine caller{end}, callee{end};
  caller.call();
  const auto run_until = [&](CallStage state) {
    for (int i = 0; i < 1000 && (caller.state() != state || callee.state() != state); ++i) {
      step(caller, ends.caller);
      step(callee, ends.callee);
    }
    EXPECT_EQ(caller.state(), state);
    EXPECT_EQ(callee.state(), state);
  };
  run_until(CallStage::kInCall);
  caller.take_events();
  callee.take_events();
  callee.hang_up();
  run_until(CallStage::kEnded);
  const auto events = caller.take_events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(std::get<call_event::Ended>(events[0]).sentence, "The remote hung up.");
}

}  // namespace
}  // namespace jitterscope::control_connection_test
