#include "core/measures/definitions/frame_loss_count.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

TEST(FrameLossCount, FramesCountWhenAllBeforeThemAreDecided) {
  FrameLossCount count(7);
  count.add(8, false);
  count.add(9, true);
  EXPECT_EQ(count.frames(), 0);
  count.add(7, true);
  EXPECT_EQ(count.frames(), 3);
  EXPECT_EQ(count.lost(), 2);
}

TEST(FrameLossCount, FramesBeforeTheFirstAndThoseDecidedAgainDoNotCount) {
  FrameLossCount count(7);
  count.add(6, true);
  count.add(7, true);
  count.add(7, true);
  EXPECT_EQ(count.frames(), 1);
  EXPECT_EQ(count.lost(), 1);
}

/// The first packet of a stretch may be a late one, of a frame that was given up before.
TEST(FrameLossCount, AFrameThatWasDecidedBeforeTheFirstPacketHoldsNothingUp) {
  FrameLossCount count(4);
  for (const int frame : {5, 6, 7}) count.add(frame, false);
  EXPECT_EQ(count.frames(), 3);
  EXPECT_EQ(count.lost(), 0);
}

TEST(FrameLossCount, OfNumbersThatWereSkippedNothingIsAwaited) {
  FrameLossCount count(0);
  count.add(0, false);
  count.add(2, true);                       // 1 is never decided
  count.add(std::int64_t{1} << 40, false);  // nor what is between
  count.add((std::int64_t{1} << 40) + 1, true);
  EXPECT_EQ(count.frames(), 2);
  for (std::int64_t i = 2; i < 200; ++i) count.add((std::int64_t{1} << 40) + i, false);
  EXPECT_EQ(count.frames(), 202);
  EXPECT_EQ(count.lost(), 2);
}

}  // namespace
}  // namespace jitterscope
