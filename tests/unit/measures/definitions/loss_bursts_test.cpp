// Bursts and gaps of RFC 3611 §4.7.2 and G.107's burst ratio, against sequences made by hand.
#include "core/measures/definitions/loss_bursts.h"

#include <gtest/gtest.h>

#include <string_view>

namespace jitterscope::loss_bursts_test {
namespace {

/// '.' = played, 'x' = lost; a digit = so many times ten played ones.
LossBursts of(std::string_view units, double period_ms = 10) {
  LossBurstCounter counter;
  for (const char unit : units) {
    if (unit >= '0' && unit <= '9')
      counter.add(false, 10 * (unit - '0'));
    else
      counter.add(unit == 'x');
  }
  return counter.figures(period_ms).value_or(LossBursts{});
}

TEST(LossBursts, NothingIsKnownOfNothing) {
  EXPECT_FALSE(LossBurstCounter().figures(20));
}

TEST(LossBursts, WithoutLossAllIsOneGap) {
  const LossBursts b = of("5");
  EXPECT_EQ(b.bursts, 0);
  EXPECT_FALSE(b.mean_length || b.burst_ratio);
  EXPECT_EQ(b.gap_ms, 500);
}

TEST(LossBursts, ALossThatStandsAloneBelongsToAGap) {
  const LossBursts b = of("2x2x2");
  EXPECT_EQ(b.bursts, 0);
  EXPECT_EQ(b.gap_ms, 620);
  EXPECT_DOUBLE_EQ(*b.burst_ratio, 1.0 * 60 / 62);  // runs of 1, 2 of 62 lost
}

TEST(LossBursts, FifteenPlayedOnesBetweenLossesDoNotEndABurstAndSixteenDo) {
  const LossBursts fifteen = of("2x1.....x2");
  EXPECT_EQ(fifteen.bursts, 1);
  EXPECT_EQ(fifteen.mean_length, 17);
  EXPECT_EQ(fifteen.gap_ms, 200);  // two of 20 units
  EXPECT_EQ(of("2x1......x2").bursts, 0);
}

TEST(LossBursts, BurstsAndTheGapsAroundThemAreCountedApart) {
  const LossBursts b = of("xx3x.x..x4xxxx");  // bursts of 2, 6 and 4; gaps of 30 and 40, none before the first
  EXPECT_EQ(b.bursts, 3);
  EXPECT_DOUBLE_EQ(*b.mean_length, 4);
  EXPECT_DOUBLE_EQ(*b.gap_ms, 350);
  EXPECT_EQ(b.units, 82);
  EXPECT_EQ(b.lost, 9);
  EXPECT_DOUBLE_EQ(*b.burst_ratio, (2 + 1 + 1 + 1 + 4) / 5.0 * (73.0 / 82));
}

TEST(LossBursts, AllLostIsOneBurstWithoutAGap) {
  const LossBursts b = of("xxxxx");
  EXPECT_EQ(b.bursts, 1);
  EXPECT_EQ(b.mean_length, 5);
  EXPECT_FALSE(b.burst_ratio) << "a run of all cannot be compared with runs by chance";
  EXPECT_FALSE(b.gap_ms);
}

TEST(UnitOrder, FatesToldOutOfOrderMakeTheSameRuns) {
  UnitOrder order;
  for (const auto& [number, lost] : {std::pair{5, false}, {7, true}, {6, true}, {9, false}, {8, true}, {10, true}})
    order.add(number, lost);
  EXPECT_EQ(order.runs(), 2);
  EXPECT_EQ(order.figures(10)->lost, 4);
  EXPECT_EQ(order.figures(10)->units, 6);
}

}  // namespace
}  // namespace jitterscope::loss_bursts_test
