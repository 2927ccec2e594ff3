#include "core/measures/views/rate_recovery.h"

#include <gtest/gtest.h>

#include "core/measures/tracks/endpoint/parts/link_by_second.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope::rate_recovery_test {
namespace {

std::vector<SeriesPoint> seconds(std::initializer_list<double> kbps) {
  std::vector<SeriesPoint> made;
  for (const double value : kbps) made.push_back({static_cast<double>(made.size()), value});
  return made;
}

/// The link carries 500 kbit/s, 80 of them sound.
DemonstrationHalf without() {
  DemonstrationHalf half;
  half.link_kbps = 500;
  half.sound_kbps = seconds({80, 80, 80, 80, 80});
  return half;
}

TEST(RateRecovery, IsTheFirstFiveSecondsThatTakeFourFifths) {
  DemonstrationHalf with;
  with.picture_kbps = seconds({100, 200, 300, 336, 336, 336, 336, 420, 500});
  const auto recovery = rate_recovery(without(), with);
  ASSERT_TRUE(recovery);
  EXPECT_DOUBLE_EQ(recovery->available_kbps, 420);
  EXPECT_DOUBLE_EQ(recovery->sent_kbps, (336 * 4 + 420) / 5.0) << "0.8 of 420 is 336";
  EXPECT_DOUBLE_EQ(*recovery->within_s, 8);
}

TEST(RateRecovery, WhoIsStillSearchingHasTakenWhatTheLastSecondsSay) {
  DemonstrationHalf with;
  with.picture_kbps = seconds({420, 10, 20, 30, 40, 50});
  const auto recovery = rate_recovery(without(), with);
  ASSERT_TRUE(recovery);
  EXPECT_FALSE(recovery->within_s);
  EXPECT_DOUBLE_EQ(recovery->sent_kbps, 30);
}

TEST(RateRecovery, WhatIsSentBeyondTheLinkIsNotTaken) {
  DemonstrationHalf with;
  with.picture_kbps = seconds({650, 650, 650, 650, 650, 400, 400, 400, 400, 400});
  const auto recovery = rate_recovery(without(), with);
  ASSERT_TRUE(recovery);
  EXPECT_DOUBLE_EQ(*recovery->within_s, 9) << "450 on the mean";
  EXPECT_DOUBLE_EQ(recovery->sent_kbps, 450);
}

TEST(RateRecovery, IsUnknownWhereTheLinkWasNeverFullOrTheHalfWasShort) {
  DemonstrationHalf with, never_full = without();
  with.picture_kbps = seconds({400, 400, 400, 400});
  EXPECT_FALSE(rate_recovery(without(), with));
  with.picture_kbps = seconds({400, 400, 400, 400, 400});
  never_full.link_kbps.reset();
  EXPECT_FALSE(rate_recovery(never_full, with));
  never_full.link_kbps = 60;  // less than the sound
  EXPECT_FALSE(rate_recovery(never_full, with));
}

constexpr Timestamp kBegan = Timestamp::ns(7'000'000'000);

TEST(LinkBySecond, CountsHeadersAndSecondsWithoutPackets) {
  LinkBySecond rate(kBegan);
  rate.add(kBegan + Duration::ms(10), 1000);
  rate.add(kBegan + Duration::ms(990), 958);
  rate.add(kBegan + Duration::ms(3500), 83);
  const auto seconds = rate.seconds(kBegan + Duration::ms(4200));
  ASSERT_EQ(seconds.size(), 4u) << "the fifth is not whole";
  EXPECT_DOUBLE_EQ(seconds[0].value, (1000 + 958 + 2 * 42) * 8 / 1e3);
  EXPECT_EQ(seconds[1].value, 0);
  EXPECT_EQ(seconds[2].value, 0);
  EXPECT_DOUBLE_EQ(seconds[3].value, 1);
  EXPECT_EQ(rate.seconds(kBegan + Duration::ms(999)).size(), 3u) << "asking changes nothing";
}

TEST(LinkBySecond, KeepsAnHourAtMost) {
  LinkBySecond rate(kBegan);
  rate.add(kBegan + Duration::ms(10), 958);
  rate.add(kBegan + Duration::seconds(20'000), 958);
  const auto seconds = rate.seconds(kBegan + Duration::seconds(40'000));
  ASSERT_EQ(seconds.size(), 3600u) << "a time from a foreign trace takes no memory";
  EXPECT_EQ(seconds.front().value, 8);
  EXPECT_EQ(seconds.back().value, 0);
}

}  // namespace
}  // namespace jitterscope::rate_recovery_test
