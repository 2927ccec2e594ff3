#include "core/measures/tracks/streams/periodic_spike.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jitterscope::periodic_spike_test {
namespace {

TEST(Autocorrelation, WorkedByHand) {  // 1 2 3 4 less 2.5; squares 5; lag 1: 0.75 + -0.25 + 0.75
  const std::vector<double> values{1, 2, 3, 4};
  const auto r = autocorrelation(values, 9);
  ASSERT_EQ(r.size(), 4u);
  EXPECT_DOUBLE_EQ(r[0], 1);
  EXPECT_DOUBLE_EQ(r[1], 1.25 / 5);
  EXPECT_DOUBLE_EQ(r[2], -1.5 / 5);
  EXPECT_DOUBLE_EQ(r[3], -2.25 / 5);
}

TEST(Autocorrelation, IsNotDefinedWithoutVariation) {
  EXPECT_TRUE(autocorrelation({}, 5).empty());
  EXPECT_TRUE(autocorrelation(std::vector<double>{3}, 5).empty());
  EXPECT_TRUE(autocorrelation(std::vector<double>(50, 0.1), 5).empty());
}

TEST(Autocorrelation, OfASineIsACosine) {
  std::vector<double> values;
  for (int i = 0; i < 10'000; ++i) values.push_back(std::sin(2 * M_PI * i / 40));
  const auto r = autocorrelation(values, 40);
  EXPECT_NEAR(r[10], 0, 0.01);
  EXPECT_NEAR(r[20], -1, 0.01);
  EXPECT_NEAR(r[40], 1, 0.01);
}

std::vector<double> noise(std::size_t n, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::exponential_distribution<> draw(1 / 5.0);
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(100 + draw(random));
  return values;
}

TEST(PeriodicSpike, IsFoundWhereItIsEvenIfItWandersABit) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    auto values = noise(1200, seed);
    const int period = 60 + static_cast<int>(random() % 240);
    for (int at = static_cast<int>(random() % 60); at + 3 < 1200; at += period) {
      const auto begin = static_cast<std::size_t>(at) + random() % 2;
      for (std::size_t i = begin; i < begin + 2; ++i) values[i] += 800 + static_cast<double>(random() % 200);
    }
    const auto spike = find_periodic_spike(values, 0.05);
    ASSERT_TRUE(spike) << seed;
    EXPECT_NEAR(spike->period_s, period * 0.05, 0.1) << seed;
    EXPECT_NEAR(spike->height_ms, 900, 110) << seed;
  }
}

TEST(PeriodicSpike, IsNotFoundInNoiseNorInOneOrTwoSpikes) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    auto values = noise(1200, seed);
    EXPECT_FALSE(find_periodic_spike(values, 0.05)) << seed;
    values[300] = 1000;
    EXPECT_FALSE(find_periodic_spike(values, 0.05)) << seed;
    values[700] = 1000;
    EXPECT_FALSE(find_periodic_spike(values, 0.05)) << seed;
  }
  EXPECT_FALSE(find_periodic_spike({}, 0.05));
  EXPECT_FALSE(find_periodic_spike(std::vector<double>(100, 5.0), 0.05));
}

TEST(PeriodicSpike, IsNotFoundInSpikesAtRandom) {
  int found = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    auto values = noise(1200, seed);
    for (int i = 0; i < 12; ++i) values[random() % 1200] += 900;
    found += find_periodic_spike(values, 0.05).has_value();
  }
  EXPECT_LE(found, 5);
}

}  // namespace
}  // namespace jitterscope::periodic_spike_test
