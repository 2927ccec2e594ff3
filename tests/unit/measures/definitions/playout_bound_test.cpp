#include "core/measures/definitions/playout_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace jitterscope::playout_bound_test {
namespace {

std::vector<BoundArrival> random_arrivals(std::uint32_t seed, std::size_t units, double new_spurt) {
  std::mt19937 random(seed);
  std::exponential_distribution<> jitter(1 / 20.0);
  std::bernoulli_distribution begins(new_spurt);
  std::vector<BoundArrival> arrivals;
  for (std::size_t i = 0; i < units; ++i)
    arrivals.push_back({Duration::from_ms(std::floor(jitter(random))), i == 0 || begins(random)});
  return arrivals;
}

/// {drops, mean delay} of the delays given one a talkspurt.
std::pair<std::size_t, double> outcome(const std::vector<BoundArrival>& arrivals, const std::vector<double>& delays) {
  std::size_t spurt = 0, drops = 0;
  double total = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    if (i > 0 && arrivals[i].talkspurt) ++spurt;
    if (arrivals[i].transit.ms() > delays[spurt])
      ++drops;
    else
      total += delays[spurt];
  }
  return {drops, total / static_cast<double>(arrivals.size() - drops)};
}

/// By every choice of a delay among the transits of each talkspurt, or dropping all of it.
std::vector<double> by_brute_force(const std::vector<BoundArrival>& arrivals) {
  std::vector<std::vector<double>> choices;
  for (const BoundArrival& unit : arrivals) {
    if (choices.empty() || unit.talkspurt) choices.push_back({-1});
    choices.back().push_back(unit.transit.ms());
  }
  std::vector<double> least(arrivals.size(), std::numeric_limits<double>::infinity());
  std::vector<std::size_t> digits(choices.size());
  for (;;) {
    std::vector<double> delays;
    for (std::size_t i = 0; i < choices.size(); ++i) delays.push_back(choices[i][digits[i]]);
    const auto [drops, mean] = outcome(arrivals, delays);
    if (drops < arrivals.size()) least[drops] = std::min(least[drops], mean);
    std::size_t place = 0;
    while (place < digits.size() && ++digits[place] == choices[place].size()) digits[place++] = 0;
    if (place == digits.size()) return least;
  }
}

TEST(PlayoutBound, TwoTalkspurtsWorkedByHand) {
  const std::vector<BoundArrival> arrivals{
      {Duration::ms(0), true}, {Duration::ms(30), false}, {Duration::ms(10), true}, {Duration::ms(12), false}};
  // No drop: (2·30 + 2·12)/4. One: the 30 goes, (0 + 24)/3. Two: the 12s go whole, 60/2, or 30 and 12, (0 + 10)/2.
  // Three: 0.
  const std::vector<double> least = least_mean_delays(arrivals, 1);
  ASSERT_EQ(least.size(), 4u);
  EXPECT_DOUBLE_EQ(least[0], 21);
  EXPECT_DOUBLE_EQ(least[1], 8);
  EXPECT_DOUBLE_EQ(least[2], 5);
  EXPECT_DOUBLE_EQ(least[3], 0);
}

/// Equal transits may leave a number of drops out of reach of one delay.
TEST(PlayoutBound, IsThatOfBruteForceWhereTransitsDiffer) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    auto arrivals = random_arrivals(seed, 1 + seed % 9, 0.3);
    for (std::size_t i = 0; i < arrivals.size(); ++i) arrivals[i].transit += Duration::us(static_cast<std::int64_t>(i));
    const auto least = least_mean_delays(arrivals, 1), expected = by_brute_force(arrivals);
    ASSERT_EQ(least.size(), expected.size());
    for (std::size_t k = 0; k < least.size(); ++k) EXPECT_NEAR(least[k], expected[k], 1e-9) << seed << " " << k;
  }
}

TEST(PlayoutBound, IsThinnedToTwentyPercent) {
  EXPECT_TRUE(playout_bound({}).empty());
  const auto one = playout_bound(random_arrivals(1, 1, 1));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].dropped_percent, 0);
  const auto many = playout_bound(random_arrivals(2, 4000, 0.03));
  ASSERT_EQ(many.size(), 200u);
  EXPECT_EQ(many.front().dropped_percent, 0);
  EXPECT_DOUBLE_EQ(many.back().dropped_percent, 20);
  for (std::size_t i = 1; i < many.size(); ++i) EXPECT_LE(many[i].buffer_ms, many[i - 1].buffer_ms);
}

TEST(PlayoutBound, OfManyUnitsLiesJustBelowTheExactOne) {
  const auto arrivals = random_arrivals(4, 9000, 0.03);
  const auto hull = playout_bound(arrivals);
  const auto exact = least_mean_delays(arrivals, 0.2);
  ASSERT_EQ(hull.size(), 200u);
  for (const CurvePoint& point : hull) {
    const auto drops = static_cast<std::size_t>(std::lround(point.dropped_percent / 100 * 9000));
    EXPECT_LE(point.buffer_ms, exact[drops] + 1e-9);
    EXPECT_NEAR(point.buffer_ms, exact[drops], 0.2);
  }
}

}  // namespace
}  // namespace jitterscope::playout_bound_test
