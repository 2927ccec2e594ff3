#include "core/algorithms/media/video_frame.h"

#include <gtest/gtest.h>

namespace jitterscope::video_frame_test {
namespace {

TEST(VideoFrame, GivesMemoryBackWhenItsSizeFallsToAQuarter) {
  VideoFrame frame;
  frame.prepare(PixelFormat::kBgrx, 640, 480);
  const std::uint8_t* const large = frame.plane(0);
  frame.prepare(PixelFormat::kBgrx, 640, 242);
  EXPECT_EQ(frame.plane(0), large) << "a steady stream allocates nothing";
  frame.prepare(PixelFormat::kBgrx, 320, 240);
  EXPECT_NE(frame.plane(0), large);
}

TEST(VideoFrame, CountsAsLessThanTwiceItsSizeToWhoeverBoundsMemory) {
  VideoFrame frame;
  frame.prepare(PixelFormat::kBgrx, 1920, 1080);
  frame.prepare(PixelFormat::kBgrx, 1280, 720);
  EXPECT_LT(frame.memory(), 2u * 1280 * 720 * 4);
}

}  // namespace
}  // namespace jitterscope::video_frame_test
