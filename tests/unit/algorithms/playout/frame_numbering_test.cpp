#include "core/algorithms/playout/frame_numbering.h"

#include <gtest/gtest.h>

namespace jitterscope::frame_numbering_test {
namespace {

std::optional<std::int64_t> extended(FrameNumbering& numbering, std::uint16_t frame) {
  return numbering.number(rtp::BlockId{frame, 0}, 0);
}

TEST(FrameNumbering, extends_over_the_wrap) {
  FrameNumbering numbering;
  EXPECT_EQ(extended(numbering, 65'535), 65'535);
  EXPECT_EQ(extended(numbering, 1), 65'537);
  EXPECT_EQ(extended(numbering, 0), 65'536);
  EXPECT_EQ(extended(numbering, 65'534), 65'534);
}

TEST(FrameNumbering, a_number_far_behind_is_taken_as_ahead) {
  FrameNumbering numbering;
  EXPECT_EQ(extended(numbering, 5000), 5000);
  EXPECT_EQ(extended(numbering, 4000), 4000);
  EXPECT_EQ(extended(numbering, 3999), 65'536 + 3999);
}

TEST(FrameNumbering, foreign_frames_count_by_new_timestamps) {
  FrameNumbering numbering;
  EXPECT_EQ(numbering.number({}, 0xFFFFFF00), 0);
  EXPECT_EQ(numbering.number({}, 0x00000100), 1);
  EXPECT_EQ(numbering.number({}, 0xFFFFFF00), 0);
  EXPECT_EQ(numbering.number({}, 0x00000080), std::nullopt);  // between two that are numbered
  EXPECT_EQ(numbering.number({}, 0x00000100 - 900'001), 2);   // ten seconds back: the sender began anew
  EXPECT_EQ(numbering.number(rtp::BlockId{}, 0), std::nullopt);
}

TEST(FrameNumbering, goes_on_upwards_when_the_sender_began_anew) {
  FrameNumbering numbering;
  EXPECT_EQ(extended(numbering, 39), 39);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 0), 40);
  EXPECT_EQ(extended(numbering, 1), 41);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 65'535), 42);
  EXPECT_EQ(extended(numbering, 0), 43);
  EXPECT_EQ(extended(numbering, 65'535), 42);

  FrameNumbering foreign;
  EXPECT_EQ(foreign.number({}, 90'000), 0);
  foreign.restart();
  EXPECT_EQ(foreign.number({}, 6'000), 1);
  EXPECT_EQ(foreign.number({}, 12'000), 2);
}

/// So many packets in a row may be lost that their sequence numbers look as if the sender had begun anew.
TEST(FrameNumbering, keeps_the_senders_numbers_over_frames_of_which_nothing_came) {
  FrameNumbering numbering;
  EXPECT_EQ(extended(numbering, 7404), 7404);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7786), 7786);
  EXPECT_EQ(extended(numbering, 7787), 7787);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7787 + 1001), 7788) << "so many are never missed: it counts anew";
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7787 + 1005), 7792);
}

/// A queue that is let go sends what it held, behind what is lost: it looks as if the sender had begun anew, twice.
TEST(FrameNumbering, comes_back_to_the_senders_numbers_after_old_packets) {
  FrameNumbering numbering;
  EXPECT_EQ(extended(numbering, 7404), 7404);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7380), 7405);
  EXPECT_EQ(extended(numbering, 7381), 7406);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7786), 7786);
  EXPECT_EQ(extended(numbering, 7787), 7787);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7400), 7788);
  EXPECT_EQ(extended(numbering, 7401), 7789);
  numbering.restart();
  EXPECT_EQ(extended(numbering, 7788), 7788) << "the old frame has ended, so this one is left out";
  EXPECT_EQ(extended(numbering, 7789), 7789);
  EXPECT_EQ(extended(numbering, 7790), 7790);
  EXPECT_EQ(extended(numbering, 7789), 7789);
}

}  // namespace
}  // namespace jitterscope::frame_numbering_test
