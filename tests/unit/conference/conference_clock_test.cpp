#include "core/conference/conference_clock.h"

#include <gtest/gtest.h>

namespace jitterscope::conference_clock_test {
namespace {

constexpr Duration kOwn = Duration::seconds(1'700'000'000);
constexpr Duration kMasters = Duration::seconds(1'700'000'007);

TEST(ConferenceClock, OwnOffsetIsRealLessMonotonic) {
  EXPECT_EQ(own_offset(Timestamp::ns(1'700'000'005'000'000'000), Timestamp::ns(5'000'000'000)), kOwn);
}

TEST(ConferenceClock, CalleeOnTheSameMachineFollowsTheCaller) {
  const auto clock = agree_on_clock(true, kMasters, false, kOwn);
  EXPECT_TRUE(clock.synchronised);
  EXPECT_EQ(clock.to_conference(Timestamp::ns(5)), Timestamp::ns(kMasters.ns() + 5));
  EXPECT_EQ(clock.to_local(Timestamp::ns(kMasters.ns() + 5)), Timestamp::ns(5));
}

TEST(ConferenceClock, CallerIsTheMaster) {
  const auto same = agree_on_clock(true, {}, true, kMasters);
  EXPECT_TRUE(same.synchronised);
  EXPECT_EQ(same.offset, kMasters);
  EXPECT_FALSE(agree_on_clock(false, {}, true, kMasters).synchronised);
}

TEST(ConferenceClock, OtherMachinesAreNotSynchronised) {
  const auto clock = agree_on_clock(false, kMasters, false, kOwn);
  EXPECT_FALSE(clock.synchronised);
  EXPECT_EQ(clock.offset, kOwn);
}

TEST(ConferenceClock, MasterThatTellsNoOffset) {
  EXPECT_FALSE(agree_on_clock(true, {}, false, kOwn).synchronised);
}

TEST(ConferenceClock, UnknownBeforeACall) {
  EXPECT_FALSE(ConferenceClock{}.to_conference(Timestamp::ns(1)).has_value());
  EXPECT_FALSE(ConferenceClock{}.to_local(Timestamp::ns(1)).has_value());
}

}  // namespace
}  // namespace jitterscope::conference_clock_test
