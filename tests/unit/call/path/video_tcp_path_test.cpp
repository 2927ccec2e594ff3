// How a connection for the picture is tried again: real sockets on loopback, time of the test's own.
#include "core/call/path/video_tcp.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/events/kinds/notice.h"

namespace jitterscope::video_tcp_path_test {
namespace {

class VideoTcpPathTest : public testing::Test {
 protected:
  /// Looks each 10 ms for so long. Whoever is accepted stays, or is cut off at once.
  void run(double seconds, bool cut_off) {
    const Timestamp end = now_ + Duration::from_seconds(seconds);
    for (; now_ < end; now_ += Duration::ms(10)) {
      path_.look(Transport::kTcp, listener_.local(), now_);
      while (auto caller = listener_.accept()) {
        ++callers_;
        if (!cut_off) stay_.push_back(std::move(*caller));
      }
    }
    rings_.drain([this](const Event& event) {
      if (const auto* notice = get_if<Notice>(&event)) notices_.push_back(*notice);
    });
  }

  EventRings rings_;
  VideoTcpPath path_{2000, rings_.of(ThreadRole::kVideoSend)};
  std::string error_;
  TcpMediaListener listener_ = *TcpMediaListener::listen(SocketAddress::loopback(), error_);
  std::vector<TcpMediaListener::Caller> stay_;
  std::vector<Notice> notices_;
  Timestamp now_ = Timestamp::ns(1'000'000'000);
  int callers_ = 0;
};

TEST_F(VideoTcpPathTest, ARemoteThatClosesAtOnceIsTriedMoreAndMoreSeldomAndSaidOnce) {
  run(10, true);
  EXPECT_GT(callers_, 5);
  EXPECT_LE(callers_, 20) << "each second in the end";
  ASSERT_EQ(notices_.size(), 1u);
  EXPECT_EQ(notices_[0].severity, 1);
  run(3, false);
  ASSERT_EQ(notices_.size(), 2u) << "and when it lasts";
  EXPECT_EQ(notices_[1].severity, 0);
  EXPECT_EQ(stay_.size(), 1u);
}

TEST_F(VideoTcpPathTest, AConnectionThatLastedIsMadeAgainSoon) {
  run(2, false);
  ASSERT_EQ(stay_.size(), 1u);
  stay_.clear();
  run(0.1, false);
  EXPECT_EQ(stay_.size(), 1u);
  EXPECT_TRUE(notices_.empty());
}

}  // namespace
}  // namespace jitterscope::video_tcp_path_test
