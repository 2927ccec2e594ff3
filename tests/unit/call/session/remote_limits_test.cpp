// A remote that asks again and again, or tells more than anybody could have meant.
#include <gmock/gmock.h>

#include "core/base/net/tcp_connection.h"
#include "core/base/realtime/clock.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::remote_limits_test {
namespace {

using testing::HasSubstr;

class RemoteLimits : public TwoSessions {
 protected:
  void ask() { ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kTheirs}); }
  bool asked() {
    return eventually([&] { return !ben_->view().consent_asked.empty(); });
  }
  bool refused() {
    return eventually([&] { return noticed(*ada_, "did not agree"); });
  }
  void refuse_twice() {
    for (int i = 0; i < 2; ++i) {
      ask();
      ASSERT_TRUE(asked()) << i;
      ben_->post(GrantConsent{false});
      ASSERT_TRUE(eventually([&] { return ben_->view().consent_asked.empty(); }));
    }
  }
};

TEST_F(RemoteLimits, WhoIsRefusedTwiceIsAskedAboutNoMoreWhichIsSaid) {
  start();
  ASSERT_TRUE(established());
  refuse_twice();
  EXPECT_TRUE(eventually([&] { return noticed(*ben_, "Refused twice"); }));
  ASSERT_TRUE(refused());
  ask();
  ada_->post(PlaceMarker{"asked a third time"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "asked a third time", false); }));
  ben_->post(SetShaping{*ShapingSetting::parse("b")});  // what Ben says after this is after his answer
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "shaping b", true); }));
  EXPECT_EQ(ben_->view().consent_asked, "");
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
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_) && ended(*ben_); }));
  ada_->post(PlaceCall{"127.0.0.1", ben_->view().control_port});
  ASSERT_TRUE(established());
  EXPECT_TRUE(eventually([&] { return noticed(*ben_, "was refused twice"); }));
  ask();
  EXPECT_TRUE(refused());
  EXPECT_EQ(ben_->view().consent_asked, "");
}

/// A peer of our own making, whose lines nobody counts.
TEST_F(RemoteLimits, AFloodOfChangesLeavesFewInTheTraceAndIsSaid) {
  constexpr int kTold = 5000;
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  auto made = TcpConnection::connect({"127.0.0.1", ben_->view().control_port}, std::chrono::seconds(20));
  ASSERT_TRUE(made.connection) << made.error;
  CallMachine cleo(made_up_remote("Cleo"));
  const auto send = [&] {
    for (const std::string& line : cleo.take_lines())
      ASSERT_EQ(made.connection->send_all(line, std::chrono::seconds(20)), "");
  };
  cleo.call();
  cleo.connected(monotonic_now());
  const bool called = eventually([&] {
    send();
    const auto line = made.connection->receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) cleo.line(line.text, monotonic_now());
    return cleo.state() == CallStage::kInCall;
  });
  ASSERT_TRUE(called);
  for (int i = 0; i < kTold; ++i) cleo.announce_changed("shaping", i % 2 == 0 ? "a" : "c", "local");
  send();
  EXPECT_TRUE(eventually([&] {
    const auto line =
        made.connection->receive_line(std::chrono::milliseconds(1), kMaxLineBytes);  // it would be cut off
    return noticed(*ben_, "The remote says more than 40 things of a kind a second: ");
  }));
  std::size_t marks = 0;
  for (const MarkRow& mark : numbers(*ben_).marks) marks += mark.theirs;
  EXPECT_GT(marks, 0u);
  EXPECT_LT(marks, kTold / 10u);
}

}  // namespace
}  // namespace jitterscope::remote_limits_test
