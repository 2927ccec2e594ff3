#include "core/algorithms/playout/frame_numbering.h"

#include <gtest/gtest.h>

namespace jitterscope::frame_numbering_test {
namespace {

/// A frame by its extension and the number that it gets; kRestart: restart().
struct Row {
  int frame = 0;
  std::int64_t number = 0;
};
constexpr Row kRestart{-1};

void expect_numbers(std::initializer_list<Row> rows) {
  FrameNumbering numbering;
  std::size_t row = 0;
  for (const auto& [frame, number] : rows) {
    if (frame == kRestart.frame) {
      numbering.restart();
    } else {
      EXPECT_EQ(numbering.number(rtp::BlockId{static_cast<std::uint16_t>(frame), 0}, 0), number) << "row " << row;
    }
    ++row;
  }
}

TEST(FrameNumbering, extends_over_the_wrap) {
  expect_numbers({{65'535, 65'535}, {1, 65'537}, {0, 65'536}, {65'534, 65'534}});
}

TEST(FrameNumbering, a_number_far_behind_is_taken_as_ahead) {
  expect_numbers({{5000, 5000}, {4000, 4000}, {3999, 65'536 + 3999}});
}

TEST(FrameNumbering, foreign_frames_count_by_new_timestamps) {
  FrameNumbering numbering;
  EXPECT_EQ(numbering.number({}, 0xFFFFFF00), 0);
  EXPECT_EQ(numbering.number({}, 0x00000100), 1);
  EXPECT_EQ(numbering.number({}, 0xFFFFFF00), 0);
  EXPECT_EQ(numbering.number({}, 0x00000080), std::nullopt);  // between two that are numbered
  EXPECT_EQ(numbering.number({}, 0x00000100 - 900'001), 2);   // ten seconds back: the sender began anew
  EXPECT_EQ(numbering.number(rtp::BlockId{}, 0), std::nullopt);
  numbering.restart();
  EXPECT_EQ(numbering.number({}, 6'000), 3);
  EXPECT_EQ(numbering.number({}, 12'000), 4);
}

TEST(FrameNumbering, goes_on_upwards_when_the_sender_began_anew) {
  expect_numbers({{39, 39}, kRestart, {0, 40}, {1, 41}, kRestart, {65'535, 42}, {0, 43}, {65'535, 42}});
}

/// So many packets in a row may be lost that their sequence numbers look as if the sender had begun anew. More than a
/// thousand frames are never missed: then it counts anew.
TEST(FrameNumbering, keeps_the_senders_numbers_over_frames_of_which_nothing_came) {
  expect_numbers({{7404, 7404},
                  kRestart,
                  {7786, 7786},
                  {7787, 7787},
                  kRestart,
                  {7787 + 1001, 7788},
                  kRestart,
                  {7787 + 1005, 7792}});
}

/// A queue that is let go sends what it held, behind what is lost: it looks as if the sender had begun anew, twice. A
/// number that an old frame had comes once more: that frame has ended, so this one is left out.
TEST(FrameNumbering, comes_back_to_the_senders_numbers_after_old_packets) {
  expect_numbers({{7404, 7404},
                  kRestart,
                  {7380, 7405},
                  {7381, 7406},
                  kRestart,
                  {7786, 7786},
                  {7787, 7787},
                  kRestart,
                  {7400, 7788},
                  {7401, 7789},
                  kRestart,
                  {7788, 7788},
                  {7789, 7789},
                  {7790, 7790},
                  {7789, 7789}});
}

}  // namespace
}  // namespace jitterscope::frame_numbering_test
