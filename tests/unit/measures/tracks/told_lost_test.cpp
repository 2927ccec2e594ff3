#include "core/measures/tracks/told_lost.h"

#include <gtest/gtest.h>

#include "core/algorithms/signalling/messages/arrivals.h"

namespace jitterscope::told_lost_test {
namespace {

/// Two frames of six packets, in groups of three each 20 ms.
std::vector<PacketDot> departures() {
  std::vector<PacketDot> dots;
  for (const std::int64_t frame : {7, 8})
    for (int block = 0; block < 6; ++block)
      dots.push_back({frame, static_cast<std::uint16_t>(block), 1, block / 3 * 20.0});
  return dots;
}

TEST(ToldLost, IsWhatLeftAndWasNotTold) {
  const std::vector<PacketDot> told{{8, 0, 2, 0}, {8, 2, 2, 2}, {8, 5, 2, 23}};
  const auto lost = told_lost(departures(), told);
  ASSERT_EQ(lost.size(), 3u) << "of frame 7 nothing was told";
  EXPECT_EQ(lost[0].block, 1);
  EXPECT_NEAR(lost[0].offset_ms, 1, 1e-9);
  EXPECT_EQ(lost[1].block, 3);
  EXPECT_NEAR(lost[1].offset_ms, 20 + 2 + 1.0 / 3, 1e-9) << "with its group, as late as those around it";
  EXPECT_EQ(lost[2].block, 4);
  EXPECT_EQ(lost[2].frame, 8);
}

TEST(ToldLost, BeforeTheFirstAndBehindTheLastAsLateAsThese) {
  const auto lost = told_lost(departures(), {{7, 3, 2, 0}, {7, 4, 2, 5}});
  ASSERT_EQ(lost.size(), 4u);
  EXPECT_NEAR(lost[0].offset_ms, -20, 1e-9);
  EXPECT_NEAR(lost[2].offset_ms, -20, 1e-9);
  EXPECT_NEAR(lost[3].offset_ms, 5, 1e-9);
}

TEST(ToldLost, NothingIsKnownOfAFrameWithoutDeparturesOrOfMoreThanOneMessage) {
  EXPECT_TRUE(told_lost(departures(), {{9, 0, 2, 0}}).empty());
  EXPECT_TRUE(told_lost({}, {{8, 0, 2, 0}}).empty());
  EXPECT_TRUE(told_lost(departures(), {{8, 60, 2, 0}}).empty()) << "none of its blocks left here";
  std::vector<PacketDot> left, told;
  for (std::size_t block = 0; block < message::Arrivals::kMost + 50; ++block)
    left.push_back({1, static_cast<std::uint16_t>(block), 1, 0});
  told.assign(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(message::Arrivals::kMost));
  EXPECT_TRUE(told_lost(left, told).empty());
  told.pop_back();
  EXPECT_EQ(told_lost(left, told).size(), 51u);
}

}  // namespace
}  // namespace jitterscope::told_lost_test
