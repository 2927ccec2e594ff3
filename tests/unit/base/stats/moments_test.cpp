#include "core/base/stats/moments.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/base/stats/binned_distribution.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope::moments_test {
namespace {

TEST(Moments, KnowNothingOfAnEmptySample) {
  const Moments m;
  EXPECT_EQ(m.count(), 0);
  EXPECT_FALSE(m.mean() || m.variance() || m.stddev() || m.skew() || m.excess_kurtosis() || m.min() || m.max());
}

TEST(Moments, OfOneValueHaveNoSpread) {
  Moments m;
  m.add(7);
  EXPECT_EQ(m.mean(), 7);
  EXPECT_EQ(m.min(), 7);
  EXPECT_FALSE(m.variance() || m.skew());
}

TEST(Moments, OfEqualValuesAreExactAndHaveNoShape) {
  Moments m;
  for (int i = 0; i < 1000; ++i) m.add(0.1);
  EXPECT_EQ(m.mean(), 0.1);
  EXPECT_EQ(m.variance(), 0);
  EXPECT_FALSE(m.skew() || m.excess_kurtosis());
}

TEST(Moments, WorkedByHand) {  // 1 2 3 10: mean 4, sums of (x-4)^k: 50, 180, 1394
  Moments m;
  for (double x : {1.0, 2.0, 3.0, 10.0}) m.add(x);
  EXPECT_DOUBLE_EQ(*m.mean(), 4);
  EXPECT_DOUBLE_EQ(*m.variance(), 50.0 / 3);
  EXPECT_NEAR(*m.skew(), 180.0 / 4 / std::pow(50.0 / 3, 1.5), 1e-12);
  EXPECT_NEAR(*m.excess_kurtosis(), 1394.0 / 4 / std::pow(50.0 / 3, 2) - 3, 1e-12);
}

TEST(Moments, StayAccurateFarFromZero) {
  std::mt19937 random(1);
  std::vector<double> x;
  for (int i = 0; i < 5000; ++i) x.push_back(1e6 + std::uniform_real_distribution<>(0, 1)(random));
  Moments m;
  long double mean = 0, m2 = 0, m3 = 0;
  for (double v : x) m.add(v), mean += v / 5000.0L;
  for (double v : x) m2 += (v - mean) * (v - mean), m3 += (v - mean) * (v - mean) * (v - mean);
  EXPECT_NEAR(*m.variance(), static_cast<double>(m2 / 4999), 1e-9);
  EXPECT_NEAR(*m.skew(), static_cast<double>(m3 / 5000 / std::pow(m2 / 4999, 1.5L)), 1e-6);
}

TEST(Percentile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> x{1, 2, 4, 8};
  EXPECT_EQ(percentile_of_sorted(x, 0), 1);
  EXPECT_EQ(percentile_of_sorted(x, 1), 8);
  EXPECT_EQ(percentile_of_sorted(x, 0.5), 3);
  EXPECT_DOUBLE_EQ(*percentile_of_sorted(x, 0.95), 4 + 0.85 * 4);
  EXPECT_FALSE(percentile_of_sorted({}, 0.5));
  EXPECT_EQ(percentile_of_sorted(std::vector<double>{5}, 0.99), 5);
}

TEST(Percentile, SelectionGivesWhatSortingGives) {
  std::vector<double> values;
  for (int i = 0; i < 101; ++i) values.push_back((i * 37) % 101 * 0.5);
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  for (const double p : {0.0, 0.05, 0.5, 0.333, 0.95, 0.99, 1.0})
    EXPECT_EQ(percentile_by_selection(values, p), percentile_of_sorted(sorted, p)) << p;
  EXPECT_FALSE(percentile_by_selection({}, 0.5));
}

TEST(BinnedDistribution, IsWithinABinOfTheExactPercentile) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::lognormal_distribution<> draw(2, 1.5);
    BinnedDistribution binned;
    std::vector<double> exact;
    for (int i = 0, n = 1 + static_cast<int>(random() % 2000); i < n; ++i) {
      const Duration value = Duration::from_ms(draw(random) - 20);
      binned.add(value);
      exact.push_back(value.ms());
    }
    std::sort(exact.begin(), exact.end());
    for (double p : {0.0, 0.01, 0.5, 0.95, 0.99, 1.0}) {
      EXPECT_NEAR(*binned.percentile_ms(p), *percentile_of_sorted(exact, p), 0.01) << p;
    }
    EXPECT_EQ(binned.moments_ms().min(), exact.front());
    EXPECT_EQ(binned.moments_ms().max(), exact.back());
  }
}

TEST(BinnedDistribution, OfNothingSaysNothing) {
  EXPECT_FALSE(BinnedDistribution().percentile_ms(0.5));
}

TEST(BinnedDistribution, KeepsCountingWhenItsPagesAreUsedUp) {
  BinnedDistribution d;
  for (int i = 0; i < 10'000; ++i) d.add(Duration::ms(6) * i);
  d.add(Duration::seconds(-1));
  EXPECT_EQ(d.moments_ms().count(), 10'001);
  EXPECT_EQ(d.percentile_ms(1), 6.0 * 9999);
  EXPECT_EQ(d.percentile_ms(0), -1000);
  EXPECT_NEAR(*d.percentile_ms(0.25), 6 * 2499, 0.01);
}

}  // namespace
}  // namespace jitterscope::moments_test
