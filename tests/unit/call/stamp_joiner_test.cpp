#include "core/call/stamp_joiner.h"

#include <gtest/gtest.h>

namespace jitterscope::stamp_joiner_test {
namespace {

using Point = TransmitStamp::Point;

Timestamp at(std::int64_t us) {
  return Timestamp::ns(1'000'000'000 + us * 1000);
}

TransmitStamp scheduled(std::uint32_t id, std::int64_t us) {
  return {id, Point::kScheduled, at(us), at(us + 5)};
}
TransmitStamp driver(std::uint32_t id, std::int64_t us) {
  return {id, Point::kDriver, at(us), at(us + 5)};
}

class StampJoinerTest : public testing::Test {
 protected:
  StampJoiner joiner_{Medium::kVideo, 7};
};

TEST_F(StampJoinerTest, APacketIsWholeWithBothStampsInEitherOrder) {
  joiner_.expect(3, 100, at(0));
  joiner_.expect(4, 101, at(10));
  EXPECT_FALSE(joiner_.join(scheduled(3, 2)));
  EXPECT_FALSE(joiner_.join(driver(4, 14)));
  const auto first = joiner_.join(driver(3, 4));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->medium, Medium::kVideo);
  EXPECT_EQ(first->ssrc, 7u);
  EXPECT_EQ(first->sequence, 100);
  EXPECT_EQ(first->scheduled, at(2));
  EXPECT_EQ(first->driver, at(4));
  EXPECT_EQ(first->at, at(9));
  EXPECT_TRUE(joiner_.waiting());
  const auto second = joiner_.join(scheduled(4, 12));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->sequence, 101);
  EXPECT_FALSE(joiner_.waiting());
}

TEST_F(StampJoinerTest, StampsOfUnknownPacketsAreNone) {
  joiner_.expect(3, 100, at(0));
  EXPECT_FALSE(joiner_.join(scheduled(2, 2)));
  EXPECT_FALSE(joiner_.join(scheduled(3 + StampJoiner::kMost, 2)));
  EXPECT_FALSE(joiner_.join(driver(3, 4)));
  const auto packet = joiner_.give_up(at(0) + StampJoiner::kOverdue + Duration::us(1));
  ASSERT_TRUE(packet);
  EXPECT_FALSE(packet->scheduled);
}

TEST_F(StampJoinerTest, AStampOfBeforeItsPacketIsAnothersButTheClocksToleranceIsNot) {
  joiner_.expect(3, 100, at(50));
  EXPECT_FALSE(joiner_.join(scheduled(3, 29)));
  EXPECT_FALSE(joiner_.join(scheduled(3, 31)));
  const auto packet = joiner_.join(driver(3, 40));
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->scheduled, at(50));
  EXPECT_EQ(packet->driver, at(50));
}

TEST_F(StampJoinerTest, TheFirstStampOfAKindCounts) {
  joiner_.expect(3, 100, at(0));
  joiner_.join(scheduled(3, 2));
  EXPECT_FALSE(joiner_.join(scheduled(3, 8)));
  EXPECT_EQ(joiner_.join(driver(3, 9))->scheduled, at(2));
}

TEST_F(StampJoinerTest, WhatIsOverdueComesWithWhatItHas) {
  joiner_.expect(3, 100, at(0));
  joiner_.expect(5, 101, at(1));
  joiner_.expect(6, 102, at(2));
  joiner_.join(scheduled(5, 3));
  EXPECT_FALSE(joiner_.give_up(at(0) + StampJoiner::kOverdue));
  const Timestamp late = at(1) + StampJoiner::kOverdue + Duration::ns(1);
  const auto packet = joiner_.give_up(late);
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->sequence, 101) << "100 has no stamp at all";
  EXPECT_EQ(packet->scheduled, at(3));
  EXPECT_FALSE(packet->driver);
  EXPECT_EQ(packet->at, late);
  EXPECT_FALSE(joiner_.give_up(late));
  EXPECT_TRUE(joiner_.waiting()) << "102 is not overdue yet";
}

TEST_F(StampJoinerTest, TheOldestAreForgottenWhenTooManyWait) {
  for (std::uint32_t id = 0; id <= StampJoiner::kMost; ++id) joiner_.expect(id, id, at(id));
  EXPECT_FALSE(joiner_.join(scheduled(0, 2000)));
  EXPECT_FALSE(joiner_.join(driver(0, 2000)));
  joiner_.join(scheduled(1, 2000));
  EXPECT_TRUE(joiner_.join(driver(1, 2000)));
}

TEST_F(StampJoinerTest, IdsThatBeginAnewAndIdsThatWrapAround) {
  joiner_.expect(5000, 1, at(0));
  joiner_.expect(0, 2, at(1));
  EXPECT_FALSE(joiner_.join(scheduled(5000, 4)));
  joiner_.join(scheduled(0, 4));
  EXPECT_EQ(joiner_.join(driver(0, 5))->sequence, 2);
  joiner_.expect(0xffffffff, 3, at(6));
  joiner_.expect(0, 4, at(7));
  joiner_.join(scheduled(0xffffffff, 8));
  EXPECT_EQ(joiner_.join(driver(0xffffffff, 8))->sequence, 3);
  joiner_.join(scheduled(0, 8));
  EXPECT_EQ(joiner_.join(driver(0, 8))->sequence, 4);
}

}  // namespace
}  // namespace jitterscope::stamp_joiner_test
