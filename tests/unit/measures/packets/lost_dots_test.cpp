#include "core/measures/packets/lost_dots.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>
#include <string>

#include "core/measures/packets/foreign_frames.h"

namespace jitterscope::lost_dots_test {
namespace {

constexpr int kBlocks = 4;
constexpr double kFrame_ms = 100, kBlock_ms = 10;

/// Frames of four packets 10 ms apart, ten a second.
class LostDotsTest : public testing::Test {
 protected:
  LostDots lost_{12};

  static LostDots::Packet packet(std::int64_t frame, int block) {
    const double ms = static_cast<double>(frame) * kFrame_ms + block * kBlock_ms;
    return {frame,
            frame * kBlocks + block,
            static_cast<std::uint16_t>(block),
            block == kBlocks - 1,
            Timestamp{} + Duration::from_ms(ms),
            ms / 1e3};
  }
  void come(std::int64_t frame, const std::set<int>& blocks) {
    for (const int block : blocks) lost_.add(packet(frame, block));
  }
  void come_whole(std::int64_t from, std::int64_t to) {
    for (auto frame = from; frame < to; ++frame) come(frame, {0, 1, 2, 3});
  }
  /// "frame.block@offset", offsets in whole ms.
  std::string shown() const {
    std::string words;
    for (const PacketDot& dot : lost_.dots())
      words += fmt::format("{}.{}@{:.0f} ", dot.frame, dot.block, dot.offset_ms);
    return words;
  }
};

TEST_F(LostDotsTest, NothingIsLostWhereEverythingCame) {
  come_whole(0, 20);
  EXPECT_EQ(shown(), "");
}

TEST_F(LostDotsTest, LiesBetweenThePacketsThatCameAndBeforeAndBehindThem) {
  come_whole(0, 2);
  come(2, {1, 3});
  come(3, {0, 2});
  come_whole(4, 7);
  EXPECT_EQ(shown(), "2.0@-10 2.2@10 3.1@10 3.3@30 ");
  EXPECT_NEAR(lost_.dots()[1].at_s, 0.22, 1e-9);
}

TEST_F(LostDotsTest, IsToldWhenAFrameTwoNewerBeginsOrItsFrameEnds) {
  come_whole(0, 1);
  come(1, {0, 1, 3});
  come(2, {0});
  EXPECT_EQ(shown(), "");
  lost_.end_through(1);
  EXPECT_EQ(shown(), "1.2@20 ");
  come(2, {1, 3});
  come(3, {0});
  EXPECT_EQ(shown(), "1.2@20 ");
  come(4, {0});
  EXPECT_EQ(shown(), "1.2@20 2.2@20 ");
}

TEST_F(LostDotsTest, WhatComesLateIsLostNoMore) {
  come_whole(0, 1);
  come(1, {0, 1, 3});
  come_whole(2, 5);
  EXPECT_EQ(shown(), "1.2@20 ");
  come(1, {2});
  EXPECT_EQ(shown(), "");
}

TEST_F(LostDotsTest, AFrameOfWhichNothingCameIsARow) {
  come_whole(0, 3);
  come_whole(4, 7);
  EXPECT_EQ(shown(), "3.0@0 3.1@10 3.2@20 3.3@30 ");
  EXPECT_NEAR(lost_.dots()[0].at_s, 0.3, 1e-9);
  come(3, {0, 1, 2, 3});
  EXPECT_EQ(shown(), "") << "it came after all";
}

/// The marker of frame 2 is lost, so nobody knows where it ended.
TEST_F(LostDotsTest, FramesThatNothingTellsApartAreEquallyLong) {
  come_whole(0, 2);
  come(2, {0, 1});
  come_whole(5, 8);
  EXPECT_EQ(shown(), "2.2@20 2.3@30 3.0@0 3.1@10 3.2@20 3.3@30 4.0@0 4.1@10 4.2@20 4.3@30 ");
}

TEST_F(LostDotsTest, WhatWasSentBeforeTheFirstThatCameIsNotAwaited) {
  come(7, {2, 3});
  come_whole(8, 11);
  EXPECT_EQ(shown(), "");
}

TEST_F(LostDotsTest, OfTheLastFramesAlone) {
  come_whole(0, 1);
  come(1, {0, 1, 3});
  come_whole(2, 13);
  EXPECT_EQ(shown(), "1.2@20 ");
  come(13, {0});
  EXPECT_EQ(shown(), "");
  lost_.add(packet(1, 2));  // too late to matter
  EXPECT_EQ(shown(), "");
}

TEST_F(LostDotsTest, TheLastPacketsOfABurstStayBeforeTheNextFrame) {
  come_whole(0, 1);
  for (const int block : {0, 1}) {  // 60 ms apart: four of them would reach beyond the next frame
    auto late = packet(1, block);
    late.at = late.at + Duration::ms(50 * block);
    lost_.add(late);
  }
  come_whole(2, 5);
  const auto dots = lost_.dots();
  ASSERT_EQ(dots.size(), 2u);
  EXPECT_GT(dots[0].offset_ms, 60);
  EXPECT_GT(dots[1].offset_ms, dots[0].offset_ms);
  EXPECT_LT(dots[1].offset_ms, 100);
}

TEST_F(LostDotsTest, WhatThisProgramDroppedIsNoLoss) {
  come_whole(0, 2);
  come(2, {0, 3});
  come_whole(3, 5);
  come(5, {0, 3});
  come_whole(7, 10);
  lost_.add_own_drops(0.2, 0.22);
  EXPECT_EQ(shown(), "5.1@10 5.2@20 6.0@0 6.1@10 6.2@20 6.3@30 ");
  lost_.add_own_drops(0.55, 0.65);
  EXPECT_EQ(shown(), "") << "either side of it nobody knows what came";
}

TEST_F(LostDotsTest, GapsOfAnyLengthAreBounded) {
  lost_.add(packet(0, 0));
  lost_.add(packet(1'000'000'000, 0));
  lost_.add(packet(1'000'000'001, 0));
  lost_.add({1'000'000'002, INT64_MAX, 60'000, true, Timestamp{}, 1});
  lost_.add({1'000'000'003, 9'000'000'000, 60'000, true, Timestamp{}, 1});
  lost_.add({INT64_MIN, 5, {}, true, Timestamp{}, 1});
  lost_.end_through(INT64_MAX);
  EXPECT_LE(lost_.dots().size(), 12u * 3 * 4096);
  for (int block = 0; block < 10'000; ++block) lost_.add({2'000'000'000, 9'100'000'000 + 2 * block, {}, false, {}, 2});
  EXPECT_LE(lost_.dots().size(), 12u * 3 * 4096);
}

/// A packet of another program tells its timestamp alone.
class ForeignLostTest : public LostDotsTest {
 protected:
  ForeignFrames frames_;

  void come(std::int64_t number, std::set<int> blocks) {
    for (const int block : blocks) {
      LostDots::Packet foreign = packet(number, block);
      foreign.frame = frames_.add(number * 9000, foreign.sequence);
      foreign.block.reset();
      lost_.add(foreign);
    }
  }
};

TEST_F(ForeignLostTest, GapsOfTheSequenceNumbersAreLost) {
  for (int i = 0; i < 3; ++i) come(i, {0, 1, 2, 3});
  come(3, {0, 2, 3});
  come(4, {0, 1});  // with the marker its end is lost
  come(5, {2, 3});  // what is lost before it counts for the end of the frame before
  for (int i = 6; i < 9; ++i) come(i, {0, 1, 2, 3});
  EXPECT_EQ(shown(), "4.1@10 5.2@20 5.3@30 5.4@40 5.5@50 ");
}

TEST_F(ForeignLostTest, TimestampsTellOfWholeFrames) {
  for (int i = 0; i < 3; ++i) come(i, {0, 1, 2, 3});
  for (int i = 4; i < 8; ++i) come(i, {0, 1, 2, 3});
  EXPECT_EQ(shown(), "4.0@0 4.1@10 4.2@20 4.3@30 ");
}

TEST_F(ForeignLostTest, APauseOfTheCameraIsNoLoss) {
  for (int i = 0; i < 3; ++i) come(i, {0, 1, 2, 3});
  for (int i = 3; i < 7; ++i) {
    for (int block = 0; block < kBlocks; ++block) {
      LostDots::Packet foreign = packet(i, block);
      foreign.frame = frames_.add((i + 5) * 9000, foreign.sequence);
      foreign.block.reset();
      lost_.add(foreign);
    }
  }
  EXPECT_EQ(shown(), "");
}

}  // namespace
}  // namespace jitterscope::lost_dots_test
