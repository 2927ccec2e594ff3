// A remote that asks again and again, or tells more than anybody could have meant.
#include <gmock/gmock.h>

#include "core/algorithms/rtp/rtcp_clock.h"
#include "core/algorithms/signalling/call_machine.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/log_rows.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::remote_limits_test {
namespace {

using testing::HasSubstr;

class RemoteLimits : public TwoSessions {
 protected:
  void ask() { ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kRemote}); }
  bool asked() {
    return eventually([&] { return ben_->view().consent_asked; });
  }
  bool refused() { return is_told(*ada_, "did not agree"); }
  void refuse_twice() {
    for (int i = 0; i < 2; ++i) {
      ask();
      ASSERT_TRUE(asked()) << i;
      ben_->post(GrantConsent{false});
      ASSERT_TRUE(eventually([&] { return !ben_->view().consent_asked; }));
    }
  }
};

TEST_F(RemoteLimits, WhoIsRefusedTwiceIsAskedAboutNoMoreWhichIsSaid) {
  start();
  ASSERT_TRUE(established());
  refuse_twice();
  EXPECT_TRUE(is_told(*ben_, "Refused twice"));
  ASSERT_TRUE(refused());
  ask();
  ada_->post(PlaceMarker{"asked a third time"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "asked a third time", false); }));
  ben_->post(SetShaping{*ShapingSetting::parse("b")});  // what Ben says after this is after his answer
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "shaping b", true); }));
  EXPECT_FALSE(ben_->view().consent_asked);
}

/// Its question went with an earlier call, say, as the user answered.
TEST_F(RemoteLimits, AnAnswerThatNobodyAwaitsGrantsNothing) {
  start();
  ASSERT_TRUE(established());
  ben_->post(GrantConsent{true});
  ben_->post(SetShaping{*ShapingSetting::parse("b")});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "shaping b", true); }));
  ask();
  EXPECT_TRUE(asked());
  EXPECT_EQ(ben_->view().settings.shaping, *ShapingSetting::parse("b"));
}

TEST_F(RemoteLimits, WhoCallsAgainSoonIsNotAskedAboutEither) {
  start();
  ASSERT_TRUE(established());
  refuse_twice();
  ASSERT_TRUE(ada_hangs_up());
  call(*ada_, *ben_);
  ASSERT_TRUE(established() && media_flow());
  EXPECT_TRUE(is_told(*ben_, "was refused twice"));
  ask();
  EXPECT_TRUE(refused());
  EXPECT_FALSE(ben_->view().consent_asked);
}

/// A peer of our own making, whose lines nobody counts.
TEST_F(RemoteLimits, AFloodOfChangesLeavesFewInTheTraceAndIsSaid) {
  constexpr int kTold = 5000;
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  TcpConnection connection = connection_to(*ben_);
  CallMachine cleo(made_up_remote("Cleo"));
  const auto send = [&] {
    for (const std::string& line : cleo.take_lines())
      ASSERT_EQ(connection.send_all(line, std::chrono::seconds(20)), "");
  };
  cleo.call();
  cleo.connected(monotonic_now());
  const bool called = eventually([&] {
    send();
    const auto line = connection.receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) cleo.line(line.text, monotonic_now());
    return cleo.state() == CallStage::kInCall;
  });
  ASSERT_TRUE(called);
  for (int i = 0; i < kTold; ++i) cleo.tell(message::Changed{"shaping", i % 2 == 0 ? "a" : "c", "local"});
  send();
  EXPECT_TRUE(eventually([&] {
    const auto line = connection.receive_line(std::chrono::milliseconds(1), kMaxLineBytes);  // it would be cut off
    return noticed(*ben_, "The remote says more than 40 things of a kind a second: ");
  }));
  std::size_t marks = 0;
  for (const MarkRow& mark : numbers(*ben_).marks) marks += mark.remote;
  EXPECT_GT(marks, 0u);
  EXPECT_LT(marks, kTold / 10u);
}

/// Whom Ben calls, who has the clock then: a peer of our own making with a socket for its sound's RTCP.
class Called {
 public:
  Called() {
    while (!rtcp_ || rtcp_->local().port() % 2 == 0)
      rtcp_ = UdpSocket::bind(SocketAddress::loopback(), {}, error_);  // RTP would be at the even port below
    Description described = made_up_remote("Cleo");
    described.audio.port = static_cast<std::uint16_t>(rtcp_->local().port() - 1);
    machine_.emplace(described);
  }
  std::uint16_t port() const { return listener_.port(); }
  CallMachine& machine() { return *machine_; }
  const Description& remote() const { return *machine_->remote(); }
  bool answers() {
    connection_ = listener_.accept(std::chrono::seconds(20));
    if (!connection_) return false;
    machine_->connected(monotonic_now());
    return eventually([&] {
      if (machine_->state() == CallStage::kRinging) machine_->accept(monotonic_now());
      converse();
      return machine_->state() == CallStage::kInCall;
    });
  }
  /// What is to be said goes out, and a line of the other end comes in.
  void converse() {
    for (const std::string& line : machine_->take_lines()) say(line);
    const auto line = connection_->receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) machine_->line(line.text, monotonic_now());
    machine_->tick(monotonic_now());
  }
  void say(const std::string& line) { EXPECT_EQ(connection_->send_all(line, std::chrono::seconds(20)), ""); }
  void send(std::span<const std::uint8_t> datagram, int port) {
    rtcp_->send(std::as_bytes(datagram), SocketAddress::loopback(static_cast<std::uint16_t>(port)));
  }
  /// As the slave that asks for the time, and says that it believes it to so much.
  void ask_time(Timestamp t1, Duration bound) {
    std::array<std::uint8_t, rtp::kClockMessageBytes> bytes;
    rtp::write_clock_message(bytes, made_up_remote("").audio.ssrc, {false, t1, {}, {}, bound, {}});
    send(bytes, remote().audio.port + 1);
  }
  bool is_told_time(Timestamp t1) {
    return eventually([&] {
      converse();
      std::array<std::byte, 2048> buffer;
      const auto came = rtcp_->receive(buffer, Duration::ms(5));
      if (!came) return false;
      const auto compound = rtp::parse_rtcp({reinterpret_cast<const std::uint8_t*>(buffer.data()), came->size});
      const auto answer = compound && compound->app ? rtp::parse_clock_message(*compound->app) : std::nullopt;
      return answer && answer->answer && answer->t1 == t1;
    });
  }

 private:
  TcpListener listener_{0, false, SocketAddress::loopback()};
  std::string error_;
  std::optional<UdpSocket> rtcp_;
  std::optional<TcpConnection> connection_;
  std::optional<CallMachine> machine_;
};

/// A trace that was recorded, opened, read and analysed; empty, or why it could not be.
std::string trouble_of_trace(const std::string& path) {
  std::string error;
  const auto trace = TraceReader::open(path, error);
  if (!trace || !trace->read_events([](const Event&) {}, error)) return error;
  const auto analysed = to_analysis(*trace, error);
  if (!analysed) return error;
  for (const StreamInput& stream : analysed->streams) analyze_stream(stream);
  return error;
}

/// Its news are limited, not what is in force.
TEST_F(RemoteLimits, WhatTheRemoteKeepsChangingIsSaidThreeTimesAMinute) {
  ben_ = std::make_unique<Endpoint>(session_options("Ben"), nullptr);
  Called cleo;
  ben_->post(PlaceCall{"127.0.0.1", cleo.port()});
  ASSERT_TRUE(cleo.answers());
  ASSERT_TRUE(eventually([&] { return in_call(*ben_); }));
  const auto set = [&](std::string_view name, std::string_view value) {
    cleo.machine().tell(message::Changed{std::string(name), std::string(value), "local"});
  };
  set("shaping", "a");  // how its call began
  for (const char* shaping : {"b", "c"}) {
    for (const std::string_view kept : kRecordings) set(kRecordingFact, kept);
    for (const char* muted : {"on", "off", "on", "off"}) set("muted", muted);
    set("shaping", shaping);
    ASSERT_TRUE(eventually([&] {
      cleo.converse();
      return marked(*ben_, std::string("shaping ") + shaping, true);
    }));
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // another second begins
  }
  EXPECT_TRUE(eventually([&] { return ben_->view().recorded_by_remote == "Cleo records your sound and pictures."; }));
  const CallSnapshot seen = numbers(*ben_);
  EXPECT_EQ(
      std::ranges::count_if(seen.notices, [](const NoticeRow& row) { return row.text.starts_with("Cleo records"); }),
      3);
  EXPECT_EQ(std::ranges::count_if(seen.notices,
                                  [](const NoticeRow& row) {
                                    return row.text.starts_with("Cleo has muted") ||
                                           row.text.starts_with("Cleo's sound");
                                  }),
            3);
}

/// A number that the reader of a trace would call damage is refused when the remote says it.
TEST_F(RemoteLimits, NumbersThatNoTraceHoldsLeaveTheRecordingReadable) {
  EndpointOptions options = session_options("Ben");
  options.trace_path = folder_ / "ben.jscope";
  ben_ = std::make_unique<Endpoint>(options, nullptr);
  Called cleo;
  ben_->post(PlaceCall{"127.0.0.1", cleo.port()});
  ASSERT_TRUE(cleo.answers());
  ASSERT_TRUE(eventually([&] { return in_call(*ben_); }));

  const std::array<std::uint8_t, 21> picture{0x80, 0x80 | 26, 0, 1, 0, 0,  0, 1, 0,   0, 0, 78,  // RTP
                                             0,    0,         0, 0, 1, 50, 2, 2, 0x2A};          // JPEG, one byte of it
  cleo.send(picture, cleo.remote().video.port);
  ASSERT_TRUE(eventually([&] {
    cleo.converse();
    return numbers(*ben_).received(Medium::kVideo).figures.packets > 0;
  }));
  VideoDescription slow = made_up_remote("").video;
  slow.frames_per_second = 0.005;
  cleo.say(write_message(message::Media{{}, slow}));
  const Timestamp before = monotonic_now(), after = before + Duration::ms(1);
  cleo.ask_time(before, Duration::ns(std::int64_t{1} << 60));
  cleo.ask_time(after, Duration::ms(1));
  ASSERT_TRUE(cleo.is_told_time(after)) << "the one before has been read";
  for (const char* shaping : {"a", "c"}) cleo.machine().tell(message::Changed{"shaping", shaping, "local"});
  ASSERT_TRUE(eventually([&] {
    cleo.converse();
    return marked(*ben_, "shaping c", true);
  }));
  ben_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ben_); }));
  EXPECT_EQ(trouble_of_trace(folder_ / "ben.jscope"), "");
}

}  // namespace
}  // namespace jitterscope::remote_limits_test
