// The wish from which packet on the sound is to be judged, from end to end: both ends count its packets from the first
// that they know of, and on the wire are 16 bits.
#include <gtest/gtest.h>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/steps/trend_feedback.h"
#include "core/events/kinds/packet_arrived.h"

namespace jitterscope::judge_from_test {
namespace {

Timestamp at(double seconds) {
  return Timestamp::ns(1'000'000'000) + Duration::from_seconds(seconds);
}

class JudgeFrom : public testing::Test {
 protected:
  /// This end's sound, a packet each 32 ms; lost ones do not reach the remote, which extends 16 bits itself.
  void sound(int packets, bool lost = false) {
    for (int i = 0; i < packets; ++i, ++own_, now_ += 0.032) {
      if (lost) continue;
      far_ = far_ ? *far_ + static_cast<std::int16_t>(static_cast<std::uint16_t>(own_ - *far_)) : own_ & 0xffff;
      PacketArrived packet;
      packet.medium = Medium::kAudio;
      packet.ssrc = 7;
      packet.sequence = *far_;
      packet.rtp_timestamp = own_ * 256;
      packet.size = 300;
      packet.received = at(now_);
      packet.received_conference = packet.received;
      packet.sent_conference = packet.received - Duration::ms(20);
      monitor_.add(packet);
      if (const auto report = monitor_.take(at(now_))) told_ = sender_.receive(*report, own_, at(now_));
    }
  }
  /// The wish goes to the remote as the rtcp thread sends it; false: it is not told any more.
  bool tell(std::int64_t judge_from) {
    sender_.look({}, judge_from, at(now_));
    for (double then = now_; then < now_ + 10; then += 0.01) {
      const auto message = sender_.take(at(then));
      if (!message) continue;
      sender_.sent(84, at(then));
      if (!message->judge_from) return false;
      monitor_.judge_from(*message->judge_from);
      return true;
    }
    return false;
  }
  void expect_obeyed(std::int64_t wish) {
    ASSERT_TRUE(told_);
    EXPECT_EQ(told_->judged_from, wish);
    EXPECT_LE(told_->end_sequence, own_);
    EXPECT_GT(told_->end_sequence, own_ - 9);
    EXPECT_FALSE(tell(wish));
  }

  TrendFeedback sender_{{DataRate::kbits_per_second(155), 0.05, 1}, at(0)};
  StreamMonitor monitor_{TrendSetting{}};
  std::optional<TrendReported> told_;
  std::optional<std::int64_t> far_;  // as the remote counts
  std::int64_t own_ = 65'530;
  double now_ = 0;
};

TEST_F(JudgeFrom, IsObeyedAcrossAWrapThatTheRemoteDidNotSee) {
  sound(10, true);
  sound(40);
  ASSERT_LT(*far_, 100) << "one cycle behind";
  const std::int64_t wish = own_ + 3;
  ASSERT_TRUE(tell(wish));
  sound(40);
  expect_obeyed(wish);
}

TEST_F(JudgeFrom, IsObeyedWhenItIsToldBeforeAnyReportHasCome) {
  sound(10, true);
  sound(4);
  const std::int64_t wish = own_ + 2;
  ASSERT_TRUE(tell(wish));
  EXPECT_FALSE(told_);
  sound(40);
  expect_obeyed(wish);
}

TEST_F(JudgeFrom, IsObeyedWhereBothSawTheWrap) {
  sound(3);
  const std::int64_t wish = own_ + 20;
  ASSERT_TRUE(tell(wish));
  sound(60);
  expect_obeyed(wish);
}

}  // namespace
}  // namespace jitterscope::judge_from_test
