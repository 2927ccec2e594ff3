#include "core/measures/definitions/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jitterscope::histogram_test {
namespace {

BinCounts counts_of(std::initializer_list<double> values_ms) {
  BinCounts bins;
  for (const double ms : values_ms) bins.add(Duration::from_ms(ms));
  return bins;
}

TEST(Histogram, OfNothingIsEmpty) {
  const BinCounts none;
  EXPECT_TRUE(linear_histogram(none).empty() && logarithmic_histogram(none).empty());
  EXPECT_TRUE(cumulative_distribution(none, 0, 0).empty());
}

TEST(Histogram, WorkedByHand) {  // 0.3 to 41.7 ms in at most 200 bins: 0.5 ms wide
  const auto bins = linear_histogram(counts_of({0.3, 0.31, 20.1, 20.4999, 20.5, 41.7}));
  ASSERT_EQ(bins.size(), 84u);
  EXPECT_EQ(bins.front().low_ms, 0);
  EXPECT_EQ(bins.front().high_ms, 0.5);
  EXPECT_EQ(bins.front().count, 2);
  EXPECT_EQ(bins[40].low_ms, 20);
  EXPECT_EQ(bins[40].count, 2);
  EXPECT_EQ(bins[41].count, 1);
  EXPECT_EQ(bins.back().low_ms, 41.5);
  EXPECT_EQ(bins.back().count, 1);
}

TEST(Histogram, OfOneValueIsOneBin) {
  const auto bins = linear_histogram(counts_of({20, 20, 20}));
  ASSERT_EQ(bins.size(), 1u);
  EXPECT_EQ(bins[0].low_ms, 20);
  EXPECT_EQ(bins[0].high_ms, 20.01);
  EXPECT_EQ(bins[0].count, 3);
}

TEST(Histogram, LogarithmicBinsAreTwentyADecade) {
  const auto bins = logarithmic_histogram(counts_of({0, 0.005, 1, 10, 10.05, 999}));
  EXPECT_LE(bins.size(), 200u);
  EXPECT_EQ(bins[0].low_ms, 0);
  EXPECT_EQ(bins[0].high_ms, 0.01);
  EXPECT_EQ(bins[0].count, 2);
  std::int64_t count = 0;
  int between_10_and_100 = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (i > 0) { EXPECT_EQ(bins[i].low_ms, bins[i - 1].high_ms); }
    EXPECT_GT(bins[i].high_ms, bins[i].low_ms);
    between_10_and_100 += bins[i].low_ms >= 10 && bins[i].low_ms < 100;
    count += bins[i].count;
  }
  EXPECT_EQ(count, 6);
  EXPECT_NEAR(between_10_and_100, 20, 1);
}

TEST(Histogram, CountsEverythingWhateverTheRange) {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    std::lognormal_distribution<> draw(static_cast<double>(random() % 20) - 5, static_cast<double>(random() % 5) + 0.1);
    const bool negative = random() % 2;
    BinCounts counts;
    const int n = 1 + static_cast<int>(random() % 1000);
    double min = INFINITY, max = -INFINITY;
    for (int i = 0; i < n; ++i) {
      const Duration value = Duration::from_ms(std::min(draw(random), 1e9) * (negative && i % 2 ? -1 : 1));
      counts.add(value);
      min = std::min(min, value.ms());
      max = std::max(max, value.ms());
    }
    for (const auto& bins : {linear_histogram(counts), logarithmic_histogram(counts)}) {
      ASSERT_LE(bins.size(), 200u);
      std::int64_t sum = 0;
      for (const HistogramBin& bin : bins) sum += bin.count;
      EXPECT_EQ(sum, n);
    }
    const auto curve = cumulative_distribution(counts, min, max);
    ASSERT_LE(curve.size(), 500u);
    EXPECT_EQ(curve.front().dropped_percent, 0);
    EXPECT_EQ(curve.back().dropped_percent, 100);
    for (std::size_t i = 1; i < curve.size(); ++i) {
      EXPECT_GE(curve[i].buffer_ms, curve[i - 1].buffer_ms);
      EXPECT_GE(curve[i].dropped_percent, curve[i - 1].dropped_percent);
    }
  }
}

TEST(Histogram, CumulativeDistributionIsFlatWhereNothingIs) {
  const auto curve = cumulative_distribution(counts_of({10, 10, 10, 500}), 10, 500);
  ASSERT_EQ(curve.size(), 4u);
  EXPECT_EQ(curve[0].dropped_percent, 0);
  EXPECT_EQ(curve[1].buffer_ms, 10.01);
  EXPECT_EQ(curve[1].dropped_percent, 75);
  EXPECT_EQ(curve[2].buffer_ms, 500);
  EXPECT_EQ(curve[2].dropped_percent, 75);
  EXPECT_EQ(curve[3].dropped_percent, 100);
}

TEST(BinCounts, TakingAwayLeavesNothing) {
  std::mt19937 random(4);
  BinCounts bins;
  std::vector<Duration> values;
  for (int i = 0; i < 20'000; ++i) {  // far more pages than there may be
    values.push_back(Duration::ms(static_cast<std::int64_t>(random() % 100'000)));
    bins.add(values.back());
  }
  EXPECT_EQ(bins.count(), 20'000);
  for (const Duration value : values) bins.remove(value);
  EXPECT_EQ(bins.count(), 0);
  bins.for_each([](std::int64_t bin, std::int64_t n) { ADD_FAILURE() << bin << " still has " << n; });
}

}  // namespace
}  // namespace jitterscope::histogram_test
