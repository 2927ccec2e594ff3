// A remote whose program can less than this one.
#include "core/algorithms/signalling/call_machine.h"
#include "core/base/realtime/clock.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::other_program_test {
namespace {

/// Calls Ben, who wants to send pictures over TCP, by hand.
class OtherProgram : public TwoSessions {
 protected:
  void SetUp() override {
    EndpointOptions ben = listener_options("Ben");
    ben.settings.transport = Transport::kTcp;
    ben_ = std::make_unique<Endpoint>(std::move(ben), nullptr);
    Description described = made_up_remote("Cleo");
    described.can.emplace();
    cleo_.emplace(described);
    connection_.emplace(connection_to(*ben_));
    cleo_->call();
    cleo_->connected(monotonic_now());
    ASSERT_TRUE(eventually([&] { return converse() && in_call(*ben_) && cleo_->state() == CallStage::kInCall; }));
  }
  bool converse() {
    for (const std::string& line : cleo_->take_lines())
      if (!connection_->send_all(line, std::chrono::seconds(20)).empty()) return false;
    const auto line = connection_->receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) cleo_->line(line.text, monotonic_now());
    cleo_->tick(monotonic_now());
    return true;
  }

  std::optional<CallMachine> cleo_;
  std::optional<TcpConnection> connection_;
};

TEST_F(OtherProgram, IsCalledWithWhatBothCanAndTheUserIsToldWhatIsLeftOut) {
  EXPECT_TRUE(is_told(*ben_, "takes no pictures over TCP"));
  EXPECT_EQ(ben_->view().settings.transport, Transport::kUdp);
  EXPECT_TRUE(eventually([&] { return converse() && cleo_->remote()->video.transport == Transport::kUdp; }));
}

TEST_F(OtherProgram, IsSentNoPicturesOverTcpLaterEither) {
  ben_->post(SetTransport{Transport::kTcp});
  EXPECT_TRUE(eventually([&] { return ben_->view().sentence == "The remote's program takes no pictures over TCP."; }));
  EXPECT_EQ(ben_->view().settings.transport, Transport::kUdp);
}

}  // namespace
}  // namespace jitterscope::other_program_test
