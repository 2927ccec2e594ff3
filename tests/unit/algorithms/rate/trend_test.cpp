#include "core/algorithms/rate/trend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace jitterscope::trend_test {
namespace {

const TrendSetting kPaper;

std::vector<double> series(std::size_t count, double (*delay)(std::size_t)) {
  std::vector<double> delays(count);
  for (std::size_t i = 0; i < count; ++i) delays[i] = delay(i);
  return delays;
}

TEST(Trend, TheNumberOfGroupsIsTheRootOfThePackets) {
  EXPECT_EQ(trend_groups(32), 6);
  EXPECT_EQ(trend_groups(64), 8);
  EXPECT_EQ(trend_groups(128), 11);
}

TEST(Trend, GroupsAreCutAtWholeSharesAndTheirMiddleCounts) {
  // Γ = 3 of 8: 0-1, 2-4, 5-7.
  const std::vector<double> delays{1, 5, 9, 2, 4, 8, 100, 6};
  EXPECT_EQ(group_medians(delays), (std::vector<double>{3, 4, 8}));
}

TEST(Trend, MonotoneDelaysGiveOne) {
  for (const std::size_t packets : {32u, 64u, 128u}) {
    auto delays = series(packets, [](std::size_t i) { return 53 + 2.0 * static_cast<double>(i); });
    auto figures = trend_of(delays, kPaper, 0.5);
    EXPECT_DOUBLE_EQ(figures.pct, 1);
    EXPECT_DOUBLE_EQ(figures.pdt, 1);
    EXPECT_EQ(figures.phase, TrendPhase::kIncreasing);
    std::ranges::reverse(delays);
    figures = trend_of(delays, kPaper, 0.5);
    EXPECT_DOUBLE_EQ(figures.pct, -1);
    EXPECT_DOUBLE_EQ(figures.pdt, -1);
    EXPECT_EQ(figures.phase, TrendPhase::kDecreasing);
  }
}

TEST(Trend, EqualDelaysAreSteadyAndNotANumberOverZero) {
  const auto figures = trend_of(std::vector<double>(64, 53.0), kPaper, 0.5);
  EXPECT_EQ(figures.pct, 0);
  EXPECT_EQ(figures.pdt, 0);
  EXPECT_EQ(figures.phase, TrendPhase::kSteady);
}

TEST(Trend, AlternatingGroupsGiveAtMostOneStep) {
  for (const std::size_t packets : {32u, 64u, 128u}) {
    const int groups = trend_groups(packets);
    std::vector<double> delays(packets);
    for (int g = 0; g < groups; ++g)
      for (std::size_t i = g * packets / groups; i < (g + 1) * packets / groups; ++i) delays[i] = g % 2 ? 60 : 53;
    const auto figures = trend_of(delays, kPaper, 0.5);
    EXPECT_LE(std::abs(figures.pct), 1.0 / (groups - 1) + 1e-12);
    EXPECT_LE(std::abs(figures.pdt), 1.0 / (groups - 1) + 1e-12);
    EXPECT_EQ(figures.phase, TrendPhase::kSteady);
  }
}

TEST(Trend, DifferencesWithinEpsilonDoNotCountForPct) {
  const auto delays = series(36, [](std::size_t i) { return static_cast<double>(i / 6) * 0.5; });
  EXPECT_EQ(trend_of(delays, kPaper, 0.5).pct, 0);  // "above ε"
  EXPECT_EQ(trend_of(delays, kPaper, 0.5).pdt, 1);
  EXPECT_EQ(trend_of(delays, kPaper, 0.5).phase, TrendPhase::kAmbiguous);
  EXPECT_EQ(trend_of(delays, kPaper, 0.49).pct, 1);
}

TEST(Trend, FewerThanTwoGroupsSayNothing) {
  EXPECT_EQ(trend_of({}, kPaper, 0.5).phase, TrendPhase::kSteady);
  EXPECT_EQ(trend_of(std::vector<double>{1, 9}, kPaper, 0.5).pdt, 0);
}

TEST(Trend, TheThresholdsAreThoseOfTheSetting) {
  // Five steps: four up, one down by as much: PCT 0.6, PDT 0.6.
  const std::vector<double> medians{0, 10, 20, 30, 20, 30};
  const auto phase = [&](TrendSetting setting) { return trend_of_medians(medians, setting, 0.5).phase; };
  EXPECT_EQ(phase(kPaper), TrendPhase::kIncreasing);
  TrendSetting high = kPaper;
  high.pct_high = high.pdt_high = 0.6;
  EXPECT_EQ(phase(high), TrendPhase::kAmbiguous);
  high.pct_high = 0.59;
  EXPECT_EQ(phase(high), TrendPhase::kIncreasing);
  high.pdt_low = 0.6;
  EXPECT_EQ(phase(high), TrendPhase::kAmbiguous);
  high.pct_low = high.pdt_low = 0.61;
  EXPECT_EQ(phase(high), TrendPhase::kSteady);
}

using Scales = std::array<std::optional<TrendFigures>, kTrendScales>;
constexpr TrendFigures kUp{0.8, 0.8, TrendPhase::kIncreasing}, kDown{-0.8, -0.8, TrendPhase::kDecreasing},
    kFlat{0, 0, TrendPhase::kSteady}, kLeanUp{0.3, 0.1, TrendPhase::kAmbiguous},
    kLeanDown{-0.3, -0.2, TrendPhase::kAmbiguous};

TEST(TrendVerdict, OneScaleSaysSoAndNoOtherTheOpposite) {
  EXPECT_EQ(trend_verdict(Scales{kFlat, kFlat, kUp}), 1);
  EXPECT_EQ(trend_verdict(Scales{kDown, kFlat, kLeanUp}), -1);
  EXPECT_EQ(trend_verdict(Scales{kUp, kUp, kDown}), 0.5);
  EXPECT_EQ(trend_verdict(Scales{kUp, kDown, kLeanDown}), -0.5);
}

TEST(TrendVerdict, SteadyTakesTwo) {
  EXPECT_EQ(trend_verdict(Scales{kFlat, kFlat, kLeanUp}), 0);
  EXPECT_EQ(trend_verdict(Scales{kFlat, kLeanDown, kLeanUp}), -0.5);
  EXPECT_EQ(trend_verdict(Scales{kFlat, kLeanUp, kLeanUp}), 0.5);
}

TEST(TrendVerdict, ScalesThatAreNotFullAbstain) {
  EXPECT_EQ(trend_verdict(Scales{}), std::nullopt);
  EXPECT_EQ(trend_verdict(Scales{kFlat, std::nullopt, std::nullopt}), 0);
  EXPECT_EQ(trend_verdict(Scales{kUp, std::nullopt, std::nullopt}), 1);
  EXPECT_EQ(trend_verdict(Scales{kFlat, kLeanUp, std::nullopt}), 0.5);
  EXPECT_EQ(trend_verdict(Scales{kFlat, kFlat, std::nullopt}), 0);
}

}  // namespace
}  // namespace jitterscope::trend_test
