// A picture that cannot be encoded is told, once for as long as it lasts.
#include "core/call/steps/video_encode_step.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/notice.h"

#include <gtest/gtest.h>

namespace jitterscope::video_encode_step_test {
namespace {

/// Refuses while it is told to; else makes a JPEG that has been made before.
struct Refusing : PictureEncoder {
  Timestamp now() const override { return at; }
  bool encode(const VideoFrame& picture, const FramePlan& plan, const VideoFormat& format, EncodedFrame& out) override {
    if (refuses) return false;
    if (!encoder.encode(picture, plan.quality, format.subsampling, out.jpeg)) return false;
    const auto layout = rtp::parse_jpeg(out.jpeg.view());
    if (!layout) return false;
    out.layout = *layout;
    out.info = rtp::frame_info(*layout, plan.quality);
    return true;
  }
  bool refuses = false;
  Timestamp at = Timestamp::ns(5'000'000'000);
  JpegEncoder encoder;
};

class VideoEncode : public testing::Test {
 protected:
  VideoEncode() {
    picture_.prepare(PixelFormat::kI420, 96, 64);
    std::fill_n(picture_.plane(0), 96 * 64 * 3 / 2, std::uint8_t{128});
  }
  void take(bool refuses, Duration later = Duration::ms(40)) {
    encoder_.refuses = refuses;
    encoder_.at = encoder_.at + later;
    picture_.captured = encoder_.at;
    step_.take(picture_, 25);
    while (EncodedFrame* made = frames_.pool.receive()) {
      ++made_;
      frames_.pool.give_back(made);
    }
    events_.take_all([&](const Event& event) {
      if (const auto* notice = get_if<Notice>(&event)) notices_.emplace_back(notice->text.view());
    });
  }

  EventRing events_{"events", 256};
  EncodedFrames frames_{Transport::kUdp};
  Refusing encoder_;
  VideoEncodeStep step_{events_, frames_, encoder_, {}};
  VideoFrame picture_;
  int made_ = 0;
  std::vector<std::string> notices_;
};

TEST_F(VideoEncode, SaysThatAPictureCannotBeEncoded) {
  take(false);
  EXPECT_EQ(made_, 1);
  EXPECT_TRUE(notices_.empty());
  take(true);
  take(true);
  ASSERT_EQ(notices_.size(), 1U) << "once";
  EXPECT_EQ(notices_.front(),
            "Pictures of 96 × 64 cannot be encoded at quality 75 and are left out: choose another quality, size or "
            "source.");
  take(false);
  EXPECT_EQ(made_, 2);
  take(true);
  EXPECT_EQ(notices_.size(), 1U) << "though one passed between them";
  take(false);
  take(true, Duration::seconds(11));
  EXPECT_EQ(notices_.size(), 2U) << "again when it had worked for long";
}

TEST_F(VideoEncode, SaysItOnceMoreWhereItLastsAfterItHadWorked) {
  take(true);
  take(false);
  for (int i = 0; i < 375; ++i) take(true);  // 15 s of 40 ms
  EXPECT_EQ(notices_.size(), 2U);
}

TEST_F(VideoEncode, SaysItOfEachSizeThatIsTried) {
  take(true);
  picture_.prepare(PixelFormat::kI420, 128, 64);
  take(true);
  EXPECT_EQ(notices_.size(), 1U) << "at most one a second";
  take(true, Duration::seconds(1));
  take(true);
  ASSERT_EQ(notices_.size(), 2U);
  EXPECT_NE(notices_.back().find("128 × 64"), std::string::npos);
}

TEST_F(VideoEncode, SaysItWhenThereIsRoomForIt) {
  while (events_.push(FrameOmitted{})) {}
  take(true);
  EXPECT_TRUE(notices_.empty());
  take(true);
  EXPECT_EQ(notices_.size(), 1U);
}

}  // namespace
}  // namespace jitterscope::video_encode_step_test
