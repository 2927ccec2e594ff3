#include "core/algorithms/signalling/conference_clock.h"

#include <gtest/gtest.h>

namespace jitterscope::conference_clock_test {
namespace {

constexpr Duration kOwn = Duration::seconds(1'700'000'000);
constexpr Duration kMasters = Duration::seconds(1'700'000'007);

TEST(ConferenceClock, OwnOffsetIsRealLessMonotonic) {
  EXPECT_EQ(own_offset(Timestamp::ns(1'700'000'005'000'000'000), Timestamp::ns(5'000'000'000)), kOwn);
}

TEST(ConferenceClock, CalleeOnTheSameMachineFollowsTheCaller) {
  const auto clock = agree_on_clock(true, false, {kOwn}, {kMasters});
  EXPECT_TRUE(clock.synchronised);
  EXPECT_EQ(clock.to_conference(Timestamp::ns(5)), Timestamp::ns(kMasters.ns() + 5));
}

TEST(ConferenceClock, CallerIsTheMaster) {
  const auto same = agree_on_clock(true, true, {kMasters}, {});
  EXPECT_TRUE(same.synchronised);
  EXPECT_EQ(same.offset, kMasters);
  EXPECT_FALSE(agree_on_clock(false, true, {kMasters}, {}).synchronised);
}

TEST(ConferenceClock, OtherMachinesAreNotSynchronised) {
  const auto clock = agree_on_clock(false, false, {kOwn}, {kMasters});
  EXPECT_FALSE(clock.synchronised);
  EXPECT_EQ(clock.offset, kOwn);
}

TEST(ConferenceClock, MasterThatTellsNoOffset) {
  EXPECT_FALSE(agree_on_clock(true, false, {kOwn}, {}).synchronised);
}

TEST(ConferenceClock, WhoComesToAConferenceGoesByItsClockThoughItCalls) {
  const OfferedClock newcomer{kOwn}, conference{kMasters, true};
  const auto same = agree_on_clock(true, true, newcomer, conference);
  EXPECT_EQ(same.offset, kMasters);
  EXPECT_EQ(same.role, ClockRole::kSameMachine);
  EXPECT_EQ(agree_on_clock(true, false, conference, newcomer).offset, kMasters);
  EXPECT_EQ(agree_on_clock(false, true, newcomer, conference).role, ClockRole::kSlave);
  EXPECT_EQ(agree_on_clock(false, false, conference, newcomer).role, ClockRole::kMaster);
}

/// It follows another's clock: its own offset is a guess.
TEST(ConferenceClock, WhoComesToASlaveLearnsNothing) {
  const OfferedClock newcomer{kOwn}, slave{std::nullopt, true};
  EXPECT_EQ(agree_on_clock(true, true, newcomer, slave).role, ClockRole::kSlave);
  EXPECT_FALSE(agree_on_clock(true, true, newcomer, slave).synchronised);
}

TEST(ConferenceClock, OfTwoConferencesTheCallersClockIsTheMaster) {
  const OfferedClock one{kOwn, true}, other{kMasters, true};
  EXPECT_EQ(agree_on_clock(true, true, one, other).offset, kOwn);
  EXPECT_EQ(agree_on_clock(true, false, other, one).offset, kOwn);
}

TEST(ConferenceClock, UnknownBeforeACall) {
  EXPECT_FALSE(ConferenceClock{}.to_conference(Timestamp::ns(1)).has_value());
}

TEST(KeepClock, AnEndThatHasItsClockKeepsIt) {
  const ConferenceClock first{kMasters, true, ClockRole::kSameMachine};
  const auto same = keep_clock(first, {kMasters, true, ClockRole::kSameMachine});
  EXPECT_EQ(same.role, ClockRole::kSameMachine);
  EXPECT_TRUE(same.synchronised);
  EXPECT_EQ(same.offset, kMasters);
  const auto another = keep_clock(first, {kOwn, true, ClockRole::kSameMachine});
  EXPECT_FALSE(another.synchronised) << "who stamps with another offset is not understood";
  EXPECT_EQ(another.offset, kMasters);
  EXPECT_EQ(keep_clock(first, {kMasters, false, ClockRole::kMaster}).role, ClockRole::kMaster);
}

TEST(KeepClock, ASlaveHasOneMasterAndIsNobodysMaster) {
  const ConferenceClock slave{kOwn, false, ClockRole::kSlave};
  for (const ClockRole role : {ClockRole::kSlave, ClockRole::kMaster, ClockRole::kSameMachine}) {
    const auto kept = keep_clock(slave, {kOwn, role == ClockRole::kSameMachine, role});
    EXPECT_EQ(kept.role, ClockRole::kAlone);
    EXPECT_FALSE(kept.synchronised);
  }
  const ConferenceClock master{kOwn, false, ClockRole::kMaster};
  EXPECT_EQ(keep_clock(master, {kOwn, false, ClockRole::kMaster}).role, ClockRole::kMaster) << "of two";
  EXPECT_EQ(keep_clock(master, {kOwn, false, ClockRole::kSlave}).role, ClockRole::kAlone);
}

}  // namespace
}  // namespace jitterscope::conference_clock_test
