// What the remote says by RTCP, as often as it likes.
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/exchange/rate_board.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/algorithms/rtp/rtcp.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/rtcp_reported.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope {
namespace {

constexpr std::uint32_t kOwn = 11, kFar = 22;
constexpr int kMany = 300;

class RtcpFlood : public testing::Test {
 protected:
  RtcpFlood() {
    ConferenceClock agreed{Duration{}, true, ClockRole::kMaster};
    clock_ = std::make_unique<CallClock>(agreed);
    const RtcpStream stream{kOwn, 0, {{kFar}}, 8000, nullptr};
    rtcp_ = std::make_unique<RtcpThread>(std::array{&sockets_[0], &sockets_[1]}, rings_, rates_.news);
    rtcp_->add(*clock_, board_, rates_, sink_, RtcpConfig{{stream, stream}, agreed, "far", {}});
  }

  void send(rtp::RtcpWriter& writer, const std::array<std::uint8_t, 400>& bytes) {
    stranger_.send(std::as_bytes(std::span(bytes.data(), writer.size())), sockets_[0].local());
  }
  void say(bool bye) {
    std::array<std::uint8_t, 400> bytes;
    rtp::RtcpWriter writer(bytes);
    std::array<rtp::ReportBlock, 1> blocks;
    blocks[0].ssrc = kOwn;
    writer.receiver_report(kFar, blocks);
    if (bye) writer.bye(kFar);
    send(writer, bytes);
  }
  void ask_for_the_time() {
    std::array<std::uint8_t, rtp::kClockMessageBytes> bytes;
    rtp::ClockMessage question;
    question.bound = Duration::us(10);
    ASSERT_GT(rtp::write_clock_message(bytes, kFar, question), 0u);
    stranger_.send(std::as_bytes(std::span(bytes)), sockets_[0].local());
  }
  /// All that was said before is read when the datagram of a stranger has been.
  void read() {
    std::array<std::uint8_t, 400> bytes;
    rtp::RtcpWriter writer(bytes);
    writer.receiver_report(kFar + 1, {});
    send(writer, bytes);
    ASSERT_TRUE(events_.until([&] {
      return std::ranges::count(events_.of<PacketRejected>(), RejectReason::kWrongSsrc, &PacketRejected::reason) > 0;
    }));
    rtcp_.reset();
  }

  std::array<UdpSocket, 2> sockets_{video_ends::open_socket(), video_ends::open_socket()};
  UdpSocket stranger_ = video_ends::open_socket();
  PathBoard board_;
  RtcpSocketSink sink_{std::array{&sockets_[0], &sockets_[1]}};
  RateBoard rates_;
  EventRings rings_;
  video_ends::Events events_{rings_};
  std::unique_ptr<CallClock> clock_;
  std::unique_ptr<RtcpThread> rtcp_;
};

TEST_F(RtcpFlood, OfManyByesOneIsANotice) {
  for (int i = 0; i < kMany; ++i) say(true);
  read();
  EXPECT_EQ(std::ranges::count_if(
                events_.of<Notice>(),
                [](const Notice& notice) { return notice.text.view().find("ended its") != std::string::npos; }),
            1);
}

TEST_F(RtcpFlood, OfManyReportsAFewASecondAreRows) {
  for (int i = 0; i < kMany; ++i) say(false);
  read();
  const auto rows = std::ranges::count(events_.of<RtcpReported>(), Direction::kReceived, &RtcpReported::direction);
  EXPECT_LT(rows, kMany / 2);
  std::int64_t rest = 0;
  for (const PacketRejected& sum : events_.of<PacketRejected>())
    if (sum.reason == RejectReason::kTooOften) rest += sum.count.value_or(1);
  EXPECT_EQ(rows + rest, kMany) << "the rest is counted";
}

TEST_F(RtcpFlood, OfManyQuestionsForTheTimeAFewASecondAreRows) {
  for (int i = 0; i < kMany; ++i) ask_for_the_time();
  read();
  EXPECT_LT(events_.of<ClockSynced>().size(), kMany / 2u);
}

}  // namespace
}  // namespace jitterscope
