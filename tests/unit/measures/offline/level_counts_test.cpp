#include "core/measures/offline/level_counts.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/measures/definitions/compensation.h"

namespace jitterscope::level_counts_test {
namespace {

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
}  // namespace jitterscope::level_counts_test
