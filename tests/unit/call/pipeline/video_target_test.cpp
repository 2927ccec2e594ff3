// The rate board steers the encoder of a VideoSender, and a VideoReceiver copes with pictures that change their size.
// Real threads and loopback sockets; pictures are captured in virtual time, one when the one before has ended.
#include <gtest/gtest.h>

#include <set>

#include "core/algorithms/media/synthetic_scene.h"
#include "core/call/exchange/rate_board.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_encoded.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::video_target_test {
namespace {

using video_ends::kSsrc;

constexpr double kFramesPerSecond = 15;

class VideoTarget : public testing::Test {
 protected:
  VideoTarget() {
    VideoSenderConfig sender;
    sender.routes = Routes::only(receiver_.address());
    sender.send.clock = &clock_;
    sender.send.start = {kSsrc, 1, 1000};
    sender.send.shaping = *ShapingSetting::parse("c");
    sender.encode.ssrc = kSsrc;
    sender.encode.ids = sender.send.ids = {1, 2};
    sender.encode.format.keep = KeepOrder::kMotion;
    sender.encode.rate = sender.send.rate = &rates_;
    sender_ = std::make_unique<VideoSender>(socket_, capture_, rings_, sender);
    sender_->set_active(true);
  }

  void want(bool controlled, bool sending, double kbps) { rates_.target.store({controlled, sending, kbps}); }
  /// Captures so many pictures of the scene; true when each has been sent and decoded, or left out, before the next: a
  /// receiver whose decoder waits for a processor leaves pictures out.
  bool capture(int pictures) {
    for (int i = 0; i < pictures; ++i) {
      VideoFrame* frame = capture_.borrow();
      if (!frame || !scene_.fetch(number_, at_, *frame)) return false;
      frame->fetch_begin = frame->captured = at_;
      capture_.deliver(frame);
      at_ += Duration::from_seconds(1 / kFramesPerSecond);
      ++number_;
      if (!sent_.until([&] {
            return ended() == number_ && received_.of<FrameDecoded>().size() == sent_.of<FrameSent>().size();
          }))
        return false;
    }
    return true;
  }
  std::int64_t ended() {
    return static_cast<std::int64_t>(sent_.of<FrameSent>().size() + sent_.of<FrameOmitted>().size());
  }
  void forget() {
    sent_.all.clear();
    received_.all.clear();
    number_ = 0;
  }

  RateBoard rates_;
  video_ends::Receiver receiver_;
  UdpSocket socket_ = video_ends::open_socket();
  CallClock clock_{ConferenceClock{}};
  EventRings rings_;
  VideoCapture capture_{nullptr};
  SyntheticScene scene_{320, 240, kFramesPerSecond};
  Timestamp at_ = monotonic_now();
  std::int64_t number_ = 0;
  video_ends::Events sent_{rings_};
  video_ends::Events& received_ = receiver_.events;
  std::unique_ptr<VideoSender> sender_;
};

TEST_F(VideoTarget, WithoutControlEveryPictureGoesAsItIsSet) {
  ASSERT_TRUE(capture(10));
  EXPECT_TRUE(sent_.of<FrameOmitted>().empty());
  for (const FrameEncoded& frame : sent_.of<FrameEncoded>()) {
    EXPECT_EQ(frame.width, 320);
    EXPECT_EQ(frame.quality, 75);
  }
}

TEST_F(VideoTarget, ABreakBeginsNoPicture) {
  want(true, true, 2000);
  ASSERT_TRUE(capture(5));
  forget();
  want(true, false, 2000);
  ASSERT_TRUE(capture(5));
  EXPECT_TRUE(sent_.of<FrameEncoded>().empty());
  for (const FrameOmitted& omitted : sent_.of<FrameOmitted>()) {
    EXPECT_EQ(omitted.reason, OmitReason::kBreak);
    EXPECT_EQ(omitted.ssrc, kSsrc);
    EXPECT_FALSE(omitted.frame);
  }
  want(true, true, 2000);
  ASSERT_TRUE(capture(5));
  EXPECT_GE(sent_.of<FrameEncoded>().size(), 4u);
}

TEST_F(VideoTarget, WhatIsLeftOutBeforeTheFirstDecisionIsNoBreak) {
  rates_.target.store(RateTarget::undecided());
  ASSERT_TRUE(capture(5));
  EXPECT_TRUE(sent_.of<FrameEncoded>().empty());
  EXPECT_EQ(sent_.of<FrameOmitted>().size(), 5u);
  for (const FrameOmitted& omitted : sent_.of<FrameOmitted>()) EXPECT_EQ(omitted.reason, OmitReason::kTarget);
  forget();
  want(true, true, 2000);
  ASSERT_TRUE(capture(5));
  EXPECT_GE(sent_.of<FrameEncoded>().size(), 4u);
}

TEST_F(VideoTarget, PicturesBecomeSmallerAndArriveWhole) {
  for (const double kbps : {2000.0, 500.0, 120.0, 700.0}) {
    want(true, true, kbps);
    ASSERT_TRUE(capture(30));
  }
  std::vector<int> encoded, decoded;
  for (const FrameEncoded& frame : sent_.of<FrameEncoded>()) encoded.push_back(frame.width);
  for (const FrameDecoded& frame : received_.of<FrameDecoded>()) {
    EXPECT_TRUE(frame.ok);
    decoded.push_back(frame.width);
  }
  EXPECT_EQ(encoded, decoded);
  EXPECT_GE(std::set(encoded.begin(), encoded.end()).size(), 3u);
  for (const FrameDone& done : received_.of<FrameDone>()) EXPECT_EQ(done.outcome, FrameOutcome::kComplete);
}

TEST_F(VideoTarget, WhatIsSentIsTheTargetWithAllHeaders) {
  want(true, true, 200);
  ASSERT_TRUE(capture(15));
  forget();
  ASSERT_TRUE(capture(150));
  double bits = 0;
  for (const PacketSent& packet : sent_.of<PacketSent>()) bits += (packet.size + 42) * 8;
  EXPECT_NEAR(bits / 10 / 1000, 200, 200 * 0.05);
  for (const FrameOmitted& omitted : sent_.of<FrameOmitted>()) EXPECT_EQ(omitted.reason, OmitReason::kTarget);
}

TEST_F(VideoTarget, KeepingSharpnessLeavesPicturesOutInstead) {
  VideoFormat format;
  format.keep = KeepOrder::kSharpness;
  sender_->set_format(format);
  want(true, true, 700);
  ASSERT_TRUE(capture(60));
  const auto encoded = sent_.of<FrameEncoded>();
  EXPECT_LT(encoded.size(), 40u);
  EXPECT_GT(encoded.size(), 20u);
  EXPECT_EQ(encoded.back().width, 320);
  EXPECT_EQ(encoded.back().quality, 75);
}

}  // namespace
}  // namespace jitterscope::video_target_test
