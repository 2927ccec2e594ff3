// What a remote tells is taken as far as it can be, by what this end knows.
#include <gmock/gmock.h>

#include "core/algorithms/signalling/call_machine.h"
#include "core/base/realtime/clock.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/quality_view.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::told_figures_test {
namespace {

/// Calls Ben by hand and tells him of his sound.
class ToldFigures : public TwoSessions {
 protected:
  void SetUp() override {
    ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
    connection_.emplace(connection_to(*ben_));
    cleo_.call();
    cleo_.connected(monotonic_now());
    ASSERT_TRUE(eventually([&] {
      converse();
      return cleo_.state() == CallStage::kInCall && sent(*ben_, Medium::kAudio) > 30;
    }));
  }
  void converse() {
    for (const std::string& line : cleo_.take_lines())
      ASSERT_EQ(connection_->send_all(line, std::chrono::seconds(20)), "");
    const auto line = connection_->receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) cleo_.line(line.text, monotonic_now());
    cleo_.tick(monotonic_now());
  }
  static message::Summary summary(std::int64_t packets) {
    message::Summary told;
    told.summary.medium = Medium::kAudio;
    told.summary.packets = told.summary.expected = told.summary.frames_complete = packets;
    told.quality = PeerQuality{Medium::kAudio, 50.0, 1.0, 0.0, {}, 20.0, {}};
    return told;
  }
  std::optional<std::int64_t> reported() {
    const auto& figures = numbers(*ben_).reported(Medium::kAudio).figures;
    return figures ? std::optional(figures->packets) : std::nullopt;
  }
  bool doubted() {
    return eventually([&] {
      converse();
      return noticed(*ben_, "figures that cannot be");
    });
  }

  CallMachine cleo_{made_up_remote("Cleo")};
  std::optional<TcpConnection> connection_;
};

TEST_F(ToldFigures, OfWhatWasSentAreShown) {
  EXPECT_TRUE(eventually([&] {
    converse();
    cleo_.tell(summary(20));
    return reported() == 20;
  }));
  EXPECT_FALSE(noticed(*ben_, "figures that cannot be"));
}

TEST_F(ToldFigures, OfMoreThanWasSentAreNoRowAndNoVerdict) {
  message::Summary absurd = summary(1'000'000);
  absurd.summary.lost = 500'000;
  absurd.summary.packets = 500'000;
  cleo_.tell(absurd);
  EXPECT_TRUE(doubted());
  EXPECT_FALSE(reported());
  EXPECT_FALSE(numbers(*ben_).reported(Medium::kAudio).quality);
}

TEST_F(ToldFigures, OfDelaysThatNoNetworkHasAreNone) {
  message::Summary absurd = summary(20);
  absurd.summary.delay_mean_ms = -59'000;
  cleo_.tell(absurd);
  EXPECT_TRUE(doubted());
  EXPECT_FALSE(reported());
}

}  // namespace
}  // namespace jitterscope::told_figures_test
