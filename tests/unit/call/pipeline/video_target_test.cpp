// The rate board steers the encoder of a VideoSender, and a VideoReceiver copes with pictures that change their size.
// Real threads and loopback sockets; pictures are captured in virtual time, one when the one before has ended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

#include "core/algorithms/media/synthetic_scene.h"
#include "core/base/realtime/clock.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"

namespace jitterscope::video_target_test {
namespace {

constexpr std::uint32_t kSsrc = 77;
constexpr double kFramesPerSecond = 15;
constexpr Duration kPatience = Duration::seconds(20);  // only bounds a failure

UdpSocket open_socket() {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  if (!socket) throw std::runtime_error(error);
  return std::move(*socket);
}

template <typename T>
std::vector<T> only(const std::vector<Event>& events) {
  std::vector<T> found;
  for (const Event& event : events)
    if (const auto* one = std::get_if<T>(&event)) found.push_back(*one);
  return found;
}

class VideoTarget : public testing::Test {
 protected:
  VideoTarget() {
    VideoSlotConfig received;
    received.intake = {Medium::kVideo, rtp::kPayloadJpeg, kSsrc, {1, 2}, &clock_};
    DecodeSlotConfig decoded;
    decoded.period = kUsualVideoPeriod;
    receiver_ = std::make_unique<VideoReceiver>(remote_socket_, far_rings_, VideoReceiverConfig{});
    EXPECT_TRUE(receiver_->add(board_, shown_, received, decoded));
    VideoSenderConfig sender;
    sender.routes = Routes::only(remote_socket_.local());
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
      if (!until([&] {
            return ended() == number_ && only<FrameDecoded>(received_).size() == only<FrameSent>(sent_).size();
          }))
        return false;
    }
    return true;
  }
  bool until(const std::function<bool()>& condition) {
    const Timestamp end = monotonic_now() + kPatience;
    while (monotonic_now() < end) {
      rings_.drain([this](const Event& event) { sent_.push_back(event); });
      far_rings_.drain([this](const Event& event) { received_.push_back(event); });
      if (condition()) return true;
      sleep_until(monotonic_now() + Duration::ms(1));
    }
    return false;
  }
  std::int64_t ended() const {
    return static_cast<std::int64_t>(only<FrameSent>(sent_).size() + only<FrameOmitted>(sent_).size());
  }
  void forget() {
    sent_.clear();
    received_.clear();
    number_ = 0;
  }

  RateBoard rates_;
  UdpSocket socket_ = open_socket(), remote_socket_ = open_socket();
  CallClock clock_{ConferenceClock{}};
  EventRings rings_, far_rings_;
  PlayoutBoard board_;
  LatestValue<VideoFrame> shown_;
  VideoCapture capture_{nullptr};
  SyntheticScene scene_{320, 240, kFramesPerSecond};
  Timestamp at_ = monotonic_now();
  std::int64_t number_ = 0;
  std::vector<Event> sent_, received_;
  std::unique_ptr<VideoReceiver> receiver_;
  std::unique_ptr<VideoSender> sender_;
};

TEST_F(VideoTarget, WithoutControlEveryPictureGoesAsItIsSet) {
  ASSERT_TRUE(capture(10));
  EXPECT_TRUE(only<FrameOmitted>(sent_).empty());
  for (const FrameEncoded& frame : only<FrameEncoded>(sent_)) {
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
  EXPECT_TRUE(only<FrameEncoded>(sent_).empty());
  for (const FrameOmitted& omitted : only<FrameOmitted>(sent_)) {
    EXPECT_EQ(omitted.reason, OmitReason::kBreak);
    EXPECT_EQ(omitted.ssrc, kSsrc);
    EXPECT_FALSE(omitted.frame);
  }
  want(true, true, 2000);
  ASSERT_TRUE(capture(5));
  EXPECT_GE(only<FrameEncoded>(sent_).size(), 4u);
}

TEST_F(VideoTarget, WhatIsLeftOutBeforeTheFirstDecisionIsNoBreak) {
  rates_.target.store(RateTarget::undecided());
  ASSERT_TRUE(capture(5));
  EXPECT_TRUE(only<FrameEncoded>(sent_).empty());
  EXPECT_EQ(only<FrameOmitted>(sent_).size(), 5u);
  for (const FrameOmitted& omitted : only<FrameOmitted>(sent_)) EXPECT_EQ(omitted.reason, OmitReason::kTarget);
  forget();
  want(true, true, 2000);
  ASSERT_TRUE(capture(5));
  EXPECT_GE(only<FrameEncoded>(sent_).size(), 4u);
}

TEST_F(VideoTarget, PicturesBecomeSmallerAndArriveWhole) {
  for (const double kbps : {2000.0, 500.0, 120.0, 700.0}) {
    want(true, true, kbps);
    ASSERT_TRUE(capture(30));
  }
  std::vector<int> encoded, decoded;
  for (const FrameEncoded& frame : only<FrameEncoded>(sent_)) encoded.push_back(frame.width);
  for (const FrameDecoded& frame : only<FrameDecoded>(received_)) {
    EXPECT_TRUE(frame.ok);
    decoded.push_back(frame.width);
  }
  EXPECT_EQ(encoded, decoded);
  EXPECT_GE(std::set(encoded.begin(), encoded.end()).size(), 3u);
  for (const FrameDone& done : only<FrameDone>(received_)) EXPECT_EQ(done.outcome, FrameOutcome::kComplete);
}

TEST_F(VideoTarget, WhatIsSentIsTheTargetWithAllHeaders) {
  want(true, true, 200);
  ASSERT_TRUE(capture(15));
  forget();
  ASSERT_TRUE(capture(150));
  double bits = 0;
  for (const PacketSent& packet : only<PacketSent>(sent_)) bits += (packet.size + 42) * 8;
  EXPECT_NEAR(bits / 10 / 1000, 200, 200 * 0.05);
  for (const FrameOmitted& omitted : only<FrameOmitted>(sent_)) EXPECT_EQ(omitted.reason, OmitReason::kTarget);
}

TEST_F(VideoTarget, KeepingSharpnessLeavesPicturesOutInstead) {
  VideoFormat format;
  format.keep = KeepOrder::kSharpness;
  sender_->set_format(format);
  want(true, true, 700);
  ASSERT_TRUE(capture(60));
  const auto encoded = only<FrameEncoded>(sent_);
  EXPECT_LT(encoded.size(), 40u);
  EXPECT_GT(encoded.size(), 20u);
  EXPECT_EQ(encoded.back().width, 320);
  EXPECT_EQ(encoded.back().quality, 75);
}

}  // namespace
}  // namespace jitterscope::video_target_test
