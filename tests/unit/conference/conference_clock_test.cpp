#include "core/conference/conference_clock.h"

#include <gtest/gtest.h>

#include "tests/unit/conference/sample_descriptions.h"

namespace jitterscope {
namespace {

constexpr Duration kOwn = Duration::seconds(1'700'000'000);
constexpr Duration kMasters = Duration::seconds(1'700'000'007);

Description master(std::string boot_id) {
  Description description = sample_description("Ann", 1, std::move(boot_id));
  description.conference_offset = kMasters;
  return description;
}

TEST(ConferenceClock, OwnOffsetIsRealLessMonotonic) {
  EXPECT_EQ(own_offset(Timestamp::ns(1'700'000'005'000'000'000), Timestamp::ns(5'000'000'000)), kOwn);
}

TEST(ConferenceClock, CalleeOnTheSameMachineFollowsTheCaller) {
  const auto clock = agree_on_clock(sample_description("Ben", 2, "x"), master("x"), false, kOwn);
  EXPECT_TRUE(clock.synchronised);
  EXPECT_EQ(clock.to_conference(Timestamp::ns(5)), Timestamp::ns(kMasters.ns() + 5));
  EXPECT_EQ(clock.to_local(Timestamp::ns(kMasters.ns() + 5)), Timestamp::ns(5));
}

TEST(ConferenceClock, CallerIsTheMaster) {
  const auto same = agree_on_clock(master("x"), sample_description("Ben", 2, "x"), true, kMasters);
  EXPECT_TRUE(same.synchronised);
  EXPECT_EQ(same.offset, kMasters);
  EXPECT_FALSE(agree_on_clock(master("x"), sample_description("Ben", 2, "y"), true, kMasters).synchronised);
}

TEST(ConferenceClock, OtherMachinesAreNotSynchronised) {
  for (const char* theirs : {"y", ""}) {
    const auto clock = agree_on_clock(sample_description("Ben", 2, "x"), master(theirs), false, kOwn);
    EXPECT_FALSE(clock.synchronised) << theirs;
    EXPECT_EQ(clock.offset, kOwn) << theirs;
  }
  EXPECT_FALSE(agree_on_clock(sample_description("Ben", 2, ""), master(""), false, kOwn).synchronised);
}

TEST(ConferenceClock, MasterThatTellsNoOffset) {
  Description silent = master("x");
  silent.conference_offset.reset();
  EXPECT_FALSE(agree_on_clock(sample_description("Ben", 2, "x"), silent, false, kOwn).synchronised);
}

TEST(ConferenceClock, UnknownBeforeACall) {
  EXPECT_FALSE(ConferenceClock{}.to_conference(Timestamp::ns(1)).has_value());
  EXPECT_FALSE(ConferenceClock{}.to_local(Timestamp::ns(1)).has_value());
}

}  // namespace
}  // namespace jitterscope
