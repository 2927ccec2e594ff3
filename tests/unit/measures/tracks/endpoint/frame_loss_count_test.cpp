#include "core/measures/tracks/endpoint/parts/frame_loss_count.h"

#include <gtest/gtest.h>

#include "core/measures/tracks/endpoint/parts/demonstration_figures.h"

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

/// Complete frames are decided at once, lost ones three frames later and more: a half that counted all that are decided
/// at its end would have too small a share of lost ones.
TEST(FrameLossCount, AHalfCountsFramesUpToTheOldestThatIsNotDecided) {
  const Timestamp began = Timestamp::ns(5'000'000'000);
  DemonstrationFigures figures(DemonstrationKind::kShaping, "c", began, began);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.frame = 0;
  packet.received = began + Duration::seconds(1);
  figures.add(packet);
  const auto decide = [&](std::int64_t frame, FrameOutcome outcome) {
    FrameDone done;
    done.frame = frame;
    done.outcome = outcome;
    done.completed = began + Duration::seconds(2);
    figures.add(done);
  };
  decide(1, FrameOutcome::kComplete);
  decide(0, FrameOutcome::kIncomplete);
  decide(3, FrameOutcome::kComplete);
  decide(2, FrameOutcome::kMissing);
  for (const int frame : {5, 6}) decide(frame, FrameOutcome::kComplete);  // 4 goes when 7 comes
  const DemonstrationHalf half = figures.half(began + Duration::seconds(2), true);
  EXPECT_EQ(half.frames, 4);
  EXPECT_EQ(half.frames_lost, 2);
  EXPECT_EQ(half.frame_loss.share, 0.5);
}

}  // namespace
}  // namespace jitterscope
