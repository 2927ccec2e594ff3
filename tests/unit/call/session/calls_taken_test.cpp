// The control port is open from the start, or once its user wants to be called; closed, nobody rings.
#include <gmock/gmock.h>

#include "core/base/net/tcp_connection.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::calls_taken_test {
namespace {

using testing::HasSubstr;

constexpr std::chrono::seconds kLimit{20};

class CallsTaken : public TwoSessions {
 protected:
  static void call(Endpoint& caller, const Endpoint& callee) {
    caller.post(PlaceCall{"127.0.0.1", callee.view().control_port});
  }
  static std::unique_ptr<Endpoint> session(const EndpointOptions& options) {
    return std::make_unique<Endpoint>(options, nullptr);
  }
};

TEST_F(CallsTaken, NoPortIsOpenUntilCallsAreTaken) {
  EndpointOptions quiet = ringing_options("Ben");
  quiet.takes_calls = false;
  ben_ = session(quiet);
  EXPECT_EQ(ben_->view().control_port, 0);
  ben_->post(TakeCalls{true});
  ASSERT_TRUE(eventually([&] { return ben_->view().control_port != 0; }));
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  EXPECT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
}

TEST_F(CallsTaken, WhoRingsIsToldThatCallsAreTakenNoMore) {
  ben_ = session(ringing_options("Ben"));
  const std::uint16_t port = ben_->view().control_port;
  const auto silent = TcpConnection::connect({"127.0.0.1", port}, kLimit);
  ada_ = session(session_options("Ada"));
  call(*ada_, *ben_);
  ASSERT_TRUE(eventually([&] { return rings(*ben_, "Ada"); }));
  ben_->post(TakeCalls{false});
  EXPECT_TRUE(eventually([&] { return ended(*ada_) && ben_->view().stage == CallStage::kIdle; }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("It takes no more calls."));
  EXPECT_EQ(ben_->view().control_port, 0);
  EXPECT_FALSE(TcpConnection::connect({"127.0.0.1", port}, kLimit).connection);
}

TEST_F(CallsTaken, APortThatIsTakenIsSaidWhenCallsAreToBeTaken) {
  ada_ = session(ringing_options("Ada"));
  EndpointOptions second = ringing_options("Ben");
  second.listen = ada_->view().control_port;
  second.takes_calls = false;
  ben_ = session(second);
  ben_->post(TakeCalls{true});
  ASSERT_TRUE(eventually([&] { return !ben_->view().sentence.empty(); }));
  EXPECT_THAT(ben_->view().sentence, HasSubstr(std::to_string(ada_->view().control_port)));
  EXPECT_EQ(ben_->view().control_port, 0);
}

}  // namespace
}  // namespace jitterscope::calls_taken_test
