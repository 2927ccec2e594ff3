#include "core/algorithms/signalling/conference_clock.h"

#include <gtest/gtest.h>

namespace jitterscope::conference_clock_test {
namespace {

constexpr Duration kOwn = Duration::seconds(1'700'000'000);
constexpr Duration kMasters = Duration::seconds(1'700'000'007);

TEST(ConferenceClock, OwnOffsetIsRealLessMonotonic) {
  EXPECT_EQ(own_offset(Timestamp::ns(1'700'000'005'000'000'000), Timestamp::ns(5'000'000'000)), kOwn);
}

struct Agreement {
  bool same_machine, caller;
  OfferedClock own, other;
  ConferenceClock agreed;
};

TEST(ConferenceClock, IsTheCallersOrThatOfWhoIsInAConference) {
  const OfferedClock own{kOwn}, masters{kMasters}, none{}, kept{kMasters, true}, own_kept{kOwn, true};
  const OfferedClock slave{std::nullopt, true};  // it follows another's: its own offset is a guess
  constexpr auto kMaster = ClockRole::kMaster, kSlave = ClockRole::kSlave, kSame = ClockRole::kSameMachine;
  const Agreement all[] = {
      {true, false, own, masters, {kMasters, true, kSame}},  // the callee follows the caller
      {true, true, masters, none, {kMasters, true, kSame}},
      {false, true, masters, none, {kMasters, false, kMaster}},
      {false, false, own, masters, {kOwn, false, kSlave}},
      {true, false, own, none, {kOwn, false, kSlave}},   // whose master tells nothing
      {true, true, own, kept, {kMasters, true, kSame}},  // who comes to a conference, though it calls
      {true, false, kept, own, {kMasters, true, kSame}},
      {false, true, own, kept, {kOwn, false, kSlave}},
      {false, false, kept, own, {kMasters, false, kMaster}},
      {true, true, own, slave, {kOwn, false, kSlave}},
      {true, true, own_kept, kept, {kOwn, true, kSame}},  // of two conferences the caller's
      {true, false, kept, own_kept, {kOwn, true, kSame}}};
  for (const Agreement& each : all) {
    SCOPED_TRACE(&each - all);
    const ConferenceClock clock = agree_on_clock(each.same_machine, each.caller, each.own, each.other);
    EXPECT_EQ(clock.synchronised, each.agreed.synchronised);
    EXPECT_EQ(clock.offset, each.agreed.offset);
    EXPECT_EQ(clock.role, each.agreed.role);
  }
  EXPECT_EQ(agree_on_clock(true, false, own, masters).to_conference(Timestamp::ns(5)),
            Timestamp::ns(kMasters.ns() + 5));
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
