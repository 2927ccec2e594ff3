// What a relay that was stopped makes of what waited for it.
#include "app/relay/relay_standstill.h"

#include <gmock/gmock.h>

namespace jitterscope::relay_standstill_test {
namespace {

using testing::HasSubstr;

Timestamp at_ms(double ms) {
  return Timestamp::ns(1) + Duration::from_seconds(ms / 1e3);
}

/// Stopped from 1 s to 6 s.
class RelayStandstillTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int ms = 0; ms <= 1000; ms += 100) EXPECT_FALSE(standstill_.look(at_ms(ms)));
    EXPECT_TRUE(standstill_.look(at_ms(6000)));
  }
  RelayStandstill standstill_;
};

TEST_F(RelayStandstillTest, WhatWasDueMeanwhileHasWaitedForTheRelay) {
  EXPECT_TRUE(standstill_.held_up(at_ms(1020), at_ms(6000)));
  EXPECT_TRUE(standstill_.held_up(at_ms(5990), at_ms(6000)));
  EXPECT_FALSE(standstill_.held_up(at_ms(5999.5), at_ms(6000))) << "no longer than any packet may";
  EXPECT_FALSE(standstill_.held_up(at_ms(6002), at_ms(6002)));
  EXPECT_FALSE(standstill_.held_up(at_ms(6002), at_ms(6012))) << "the relay is busy, and says so";
}

TEST_F(RelayStandstillTest, WhatTheModelHasNotPassedYetIsInTime) {
  EXPECT_FALSE(standstill_.held_up(at_ms(3000), at_ms(1000)));
  EXPECT_TRUE(standstill_.held_up(at_ms(3000), at_ms(6000)));
}

TEST_F(RelayStandstillTest, AQuarterOfASecondIsTheRelaysOwnWheneverItWas) {
  EXPECT_FALSE(standstill_.held_up(at_ms(7000), at_ms(7250)));
  EXPECT_TRUE(standstill_.held_up(at_ms(7000), at_ms(7251)));
}

TEST_F(RelayStandstillTest, ItIsSaidOnceAndAgainAtMostEachTenSeconds) {
  const auto said = standstill_.take_notice(at_ms(6000));
  ASSERT_TRUE(said);
  EXPECT_THAT(*said, HasSubstr("The emulated link stood still for 5.0 s"));
  EXPECT_LE(said->size(), 160u) << "a notice has no more room";
  EXPECT_EQ(standstill_.take_notice(at_ms(6100)), std::nullopt);
  EXPECT_TRUE(standstill_.look(at_ms(8000)));
  EXPECT_TRUE(standstill_.look(at_ms(9000)));
  EXPECT_EQ(standstill_.take_notice(at_ms(9000)), std::nullopt);
  EXPECT_THAT(standstill_.take_notice(at_ms(16'000)).value_or(""), HasSubstr("for 3.0 s"));
}

}  // namespace
}  // namespace jitterscope::relay_standstill_test
