// 95 % intervals hold what they promise on series whose truth is known, and say when there is too little to tell.
#include "core/measures/offline/intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <utility>

#include "core/measures/definitions/compensation.h"
#include "core/measures/offline/level_counts.h"

namespace jitterscope::intervals_test {
namespace {

constexpr int kSeries = 1000;

struct Truth {
  double mean = 0, p95 = 0, p99 = 0, threshold = 0, share = 0;  // share of values above the threshold
};
using Series = std::function<std::vector<double>(std::mt19937_64&)>;

class Coverage {
 public:
  void add(const IntervalReport& interval, double truth) {
    if (interval.too_few) return;
    ++said_;
    held_ += interval.interval->low <= truth && truth <= interval.interval->high;
  }
  int said() const { return said_; }
  double share() const { return static_cast<double>(held_) / said_; }

 private:
  int said_ = 0, held_ = 0;
};

void expect_coverage(const char* name, const Series& series, const Truth& truth) {
  Coverage mean, p95, p99, loss;
  for (int seed = 0; seed < kSeries; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed) + 1);
    const std::vector<double> values = series(random);
    const auto intervals = series_intervals(values);
    ASSERT_TRUE(intervals);
    mean.add(intervals->mean, truth.mean);
    p95.add(intervals->p95, truth.p95);
    p99.add(intervals->p99, truth.p99);
    std::vector<std::uint8_t> lost;
    for (const double value : values) lost.push_back(value > truth.threshold);
    loss.add(share_intervals(lost)->share, truth.share);
  }
  const auto expect = [&](const char* figure, const Coverage& coverage) {
    EXPECT_GE(coverage.said(), kSeries * 9 / 10) << name << ", " << figure;
    EXPECT_GE(coverage.share(), 0.92) << name << ", " << figure;
    EXPECT_LE(coverage.share(), 0.98) << name << ", " << figure;
    testing::Test::RecordProperty(std::string(name) + " " + figure, std::to_string(coverage.share()));
  };
  expect("mean", mean);
  expect("p95", p95);
  expect("p99", p99);
  expect("loss", loss);
}

/// Values of mean 40 and standard deviation 1, each a times the one before.
Series autoregressive(double a, int n) {
  return [a, n](std::mt19937_64& random) {
    std::normal_distribution<> normal;
    std::vector<double> values;
    for (double value = normal(random); static_cast<int>(values.size()) < n;
         value = a * value + std::sqrt(1 - a * a) * normal(random))
      values.push_back(40 + value);
    return values;
  };
}
constexpr Truth kNormal{40, 40 + 1.644854, 40 + 2.326348, 40 + 1.644854, 0.05};

/// Waits in a queue with exponential gaps and service of mean 1, used to a share `load`; from its steady state on.
Series queue(double load, int n) {
  return [load, n](std::mt19937_64& random) {
    std::exponential_distribution<> gap(load), service(1), steady(1 - load);
    double wait = std::bernoulli_distribution(load)(random) ? steady(random) : 0;
    std::vector<double> values;
    for (int i = 0; i < n; ++i) {
      values.push_back(wait);
      wait = std::max(0.0, wait + service(random) - gap(random));
    }
    return values;
  };
}
Truth waits(double load) {
  const auto above = [load](double share) { return std::log(load / share) / (1 - load); };
  return {load / (1 - load), above(0.05), above(0.01), above(0.05), 0.05};
}

TEST(IntervalCoverage, OfAnAutoregressiveSeries) {
  expect_coverage("a = 0.5, 5000 values", autoregressive(0.5, 5000), kNormal);
  expect_coverage("a = 0.9, 15000 values", autoregressive(0.9, 15'000), kNormal);
}

TEST(IntervalCoverage, OfAQueue) {
  expect_coverage("load 0.5, 15000 values", queue(0.5, 15'000), waits(0.5));
}

/// As autoregressive(), skewed: the logarithm of the value is of standard deviation 1 around 0.
Series lognormal(double a, int n) {
  return [of = autoregressive(a, n)](std::mt19937_64& random) {
    std::vector<double> values = of(random);
    for (double& value : values) value = std::exp(value - 40);
    return values;
  };
}
/// Spacing of blocks sent every 20 ms, each late by an exponential time of mean 1 ms: two neighbours share one.
Series spacings(int n) {
  return [n](std::mt19937_64& random) {
    std::exponential_distribution<> late(1);
    std::vector<double> values;
    for (double before = late(random); static_cast<int>(values.size()) < n;) {
      const double now = late(random);
      values.push_back(20 + now - std::exchange(before, now));
    }
    return values;
  };
}

/// Of a quarter of a minute, as long as the half of a demonstration.
TEST(IntervalCoverage, OfMedianAndStandardDeviation) {
  const auto expect = [](const char* name, const Series& series, std::optional<double> median, double stddev,
                         double least = 0.91) {
    Coverage of_median, of_stddev;
    const auto report = [](const std::optional<Interval95>& interval) { return IntervalReport{interval, !interval}; };
    for (int seed = 0; seed < kSeries; ++seed) {
      std::mt19937_64 random(static_cast<std::uint64_t>(seed) + 1);
      const std::vector<double> values = series(random);
      if (median) of_median.add(report(percentile_interval(values, 0.5)), *median);
      of_stddev.add(report(stddev_interval(values)), stddev);
    }
    for (const auto* coverage : {&of_median, &of_stddev}) {
      if (coverage == &of_median && !median) continue;
      const char* figure = coverage == &of_median ? "median" : "standard deviation";
      RecordProperty(std::string(name) + " " + figure,
                     std::to_string(coverage->share()) + " of " + std::to_string(coverage->said()));
      EXPECT_GE(coverage->said(), kSeries * 9 / 10) << name << ", " << figure;
      EXPECT_GE(coverage->share(), coverage == &of_median ? 0.91 : least) << name << ", " << figure;
      EXPECT_LE(coverage->share(), 0.985) << name << ", " << figure;
    }
  };
  expect("a = 0, 500 values", autoregressive(0, 500), 40, 1);
  expect("a = 0.5, 1000 values", autoregressive(0.5, 1000), 40, 1);
  expect("a = 0.9, 5000 values", autoregressive(0.9, 5000), 40, 1);
  expect("spacings, 750 values", spacings(750), std::nullopt, std::sqrt(2.0));
  const double e = std::exp(1.0);
  expect("lognormal, a = 0.5, 5000 values", lognormal(0.5, 5000), 1, std::sqrt((e - 1) * e));
}

TEST(Intervals, OfAMedianAndAStandardDeviationNeedTenLongBlocks) {
  std::mt19937_64 random(9);
  EXPECT_FALSE(percentile_interval({}, 0.5));
  EXPECT_FALSE(stddev_interval({}));
  EXPECT_FALSE(stddev_interval(std::vector<double>{3}));
  const auto few = autoregressive(0.99, 400)(random), enough = autoregressive(0, 200)(random);
  EXPECT_FALSE(percentile_interval(few, 0.5));
  EXPECT_FALSE(stddev_interval(few));
  std::vector<double> growing(400);
  std::iota(growing.begin(), growing.end(), 0.0);
  EXPECT_FALSE(percentile_interval(growing, 0.5)) << "a queue that fills says nothing of the next one";
  EXPECT_TRUE(percentile_interval(enough, 0.5));
  EXPECT_TRUE(stddev_interval(enough));
  EXPECT_TRUE(percentile_interval(enough, 0.95));
  EXPECT_FALSE(percentile_interval(enough, 0.99)) << "of which three lie above";
}

TEST(Intervals, TooFewIsSaidBelowSixtyAndThreeHundred) {
  std::mt19937_64 random(5);
  const auto of = [&](int n) { return *series_intervals(autoregressive(0, n)(random)); };
  EXPECT_TRUE(of(50).p95.too_few);
  EXPECT_FALSE(of(50).p95.interval);
  EXPECT_FALSE(of(120).p95.too_few);
  EXPECT_TRUE(of(250).p99.too_few);
  EXPECT_FALSE(of(600).p99.too_few);
  EXPECT_FALSE(series_intervals({}));
}

TEST(Intervals, CorrelationLowersTheEffectiveNumber) {
  std::mt19937_64 random(6);
  const double independent = series_intervals(autoregressive(0, 10'000)(random))->effective_n;
  const double correlated = series_intervals(autoregressive(0.9, 10'000)(random))->effective_n;
  EXPECT_NEAR(independent, 10'000, 3000);
  EXPECT_NEAR(correlated, 10'000 * 0.1 / 1.9, 200);
}

TEST(Intervals, AreTheSameEachTime) {
  std::mt19937_64 random(7);
  const std::vector<double> values = queue(0.7, 5000)(random);
  const auto first = series_intervals(values), second = series_intervals(values);
  EXPECT_EQ(first->mean.interval->low, second->mean.interval->low);
  EXPECT_EQ(first->p95.interval->high, second->p95.interval->high);
}

TEST(Intervals, OfAPeriodicSeriesIsAroundItsMean) {  // 26.122 ms in stamps of whole milliseconds
  std::vector<double> values;
  for (int i = 0; i < 300; ++i) values.push_back(std::floor(26.122 * (i + 1)) - std::floor(26.122 * i));
  const auto intervals = series_intervals(values);
  ASSERT_TRUE(intervals);
  if (intervals->mean.interval) {
    EXPECT_GT(intervals->mean.interval->low, 26);
    EXPECT_LT(intervals->mean.interval->high, 26.3);
  } else {
    EXPECT_TRUE(intervals->mean.too_few);
  }
}

TEST(Intervals, OfAMeanThatOneValueMakesIsTooFew) {
  std::vector<double> values(400, 20);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.5 * std::sin(static_cast<double>(i));
  values[200] = 20'000;  // an outage
  const auto intervals = series_intervals(values);
  ASSERT_TRUE(intervals);
  EXPECT_TRUE(intervals->mean.too_few);
  EXPECT_FALSE(intervals->mean.interval);
}

TEST(Intervals, AConstantSeriesHasNoWidth) {
  const auto intervals = series_intervals(std::vector<double>(1000, 20.0));
  EXPECT_DOUBLE_EQ(intervals->mean.interval->low, 20);
  EXPECT_DOUBLE_EQ(intervals->mean.interval->high, 20);
  EXPECT_DOUBLE_EQ(intervals->p95.interval->low, 20);
}

TEST(Intervals, WithoutALossTheShareMayBeUpToThreeOverN) {
  const auto none = share_intervals(std::vector<std::uint8_t>(1000, 0));
  EXPECT_EQ(none->share.interval->low, 0);
  EXPECT_GT(none->share.interval->high, 0.003);
  EXPECT_LT(none->share.interval->high, 0.005);
}

TEST(Intervals, TheOptimumIsWithinItsOwn) {
  std::mt19937_64 random(8);
  std::exponential_distribution<> late(1 / 20.0);
  std::vector<Duration> lateness;
  for (int i = 0; i < 5000; ++i) lateness.push_back(Duration::from_ms(late(random)));
  const ShareInterval optimum = optimum_interval(lateness);
  ASSERT_TRUE(optimum.share.interval);
  // (100 exp(-d / 20) / 6)^2 + (d / 230)^2 is least at 90.1 ms.
  EXPECT_LT(optimum.share.interval->low, 90.1);
  EXPECT_GT(optimum.share.interval->high, 90.1);
  EXPECT_LT(optimum.share.interval->high - optimum.share.interval->low, 20);
}

/// The sums over all groups: one block as long as the series.
std::vector<double> all_of(const LevelCounts& levels) {
  std::vector<double> counts(levels.sums().columns());
  BlockStarts starts(levels.sums().groups(), levels.sums().groups());
  levels.sums().resample(starts, levels.sums().groups(), 1, counts);
  return counts;
}

TEST(LevelCounts, WithoutResamplingTheFiguresAreThoseOfTheValues) {
  std::mt19937_64 random(3);
  std::exponential_distribution<> late(0.1);
  std::vector<double> values;
  std::vector<Duration> lateness;
  for (int i = 0; i < 5120; ++i) {
    values.push_back(i == 77 ? 0 : late(random));
    lateness.push_back(Duration::from_ms(values.back()));
  }
  const double optimum = compensation_report(lateness, "minimum").optimal.buffer_ms;
  const LevelCounts levels(values, std::vector{optimum});
  const std::vector<double> counts = all_of(levels);
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  EXPECT_NEAR(levels.percentile(counts, 0.5), sorted[2560], 0.1);
  EXPECT_NEAR(levels.percentile(counts, 0.95), sorted[4864], 0.1);
  EXPECT_EQ(levels.minimum(counts), 0);
  EXPECT_NEAR(levels.optimum(counts, 0), optimum, 1e-5);
  EXPECT_NEAR(levels.optimum(counts, 1), optimum - 1, 3) << "a later reference, a smaller buffer";
}

TEST(LevelCounts, OfOneValueEveryFigureIsThat) {
  const LevelCounts levels(std::vector<double>(100, 7));
  const std::vector<double> counts = all_of(levels);
  EXPECT_EQ(levels.percentile(counts, 0.95), 7);
  EXPECT_EQ(levels.minimum(counts), 7);
  EXPECT_EQ(levels.optimum(counts, 7), 0);
}

}  // namespace
}  // namespace jitterscope::intervals_test
