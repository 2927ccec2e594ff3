#include "core/measures/definitions/clock_skew.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace jitterscope::clock_skew_test {
namespace {

using Noise = std::function<double(std::mt19937&)>;

std::vector<TransitPoint> stream(double minutes, double ppm, std::uint32_t seed, const Noise& noise_ms) {
  std::mt19937 random(seed);
  std::vector<TransitPoint> points;
  constexpr double kPeriodMs = 32;
  for (std::int64_t i = 0; static_cast<double>(i) * kPeriodMs < minutes * 60e3; ++i) {
    const double at_ms = static_cast<double>(i) * kPeriodMs;
    points.push_back(
        {i, Timestamp() + Duration::from_ms(at_ms), Duration::from_ms(20 + at_ms * ppm * 1e-6 + noise_ms(random))});
  }
  return points;
}

double exponential(std::mt19937& random) {
  return std::exponential_distribution<>(1 / 5.0)(random);
}

TEST(ClockSkew, LineUnderFourPointsWorkedByHand) {
  const auto at = [](std::int64_t s, std::int64_t ms) {
    return TransitPoint{s, Timestamp() + Duration::seconds(s), Duration::ms(ms)};
  };
  // Hull (0,5) (2,6) (4,9); the mean time is 2.25 s, under the edge of 1.5 ms a second.
  const std::vector<TransitPoint> points{at(0, 5), at(2, 6), at(3, 30), at(4, 9)};
  const auto skew = clock_skew(points);
  ASSERT_TRUE(skew);
  EXPECT_DOUBLE_EQ(skew->slope, 1.5e-3);
  EXPECT_FALSE(skew->straight);
  EXPECT_EQ(skew->drift(points[3].received, points[1].received), Duration::ms(3));
}

TEST(ClockSkew, NeedsTwoTimes) {
  EXPECT_FALSE(clock_skew({}));
  const TransitPoint one{1, Timestamp(), Duration::ms(4)};
  EXPECT_FALSE(clock_skew(std::vector{one}));
  EXPECT_FALSE(clock_skew(std::vector{one, one, one}));
}

TEST(ClockSkew, IsFoundThroughNoiseAndRemoved) {
  for (const double ppm : {-300.0, -40.0, 40.0, 120.0}) {
    const auto points = stream(8, ppm, 5, exponential);
    const auto skew = clock_skew(points);
    ASSERT_TRUE(skew);
    EXPECT_NEAR(skew->ppm(), ppm, 1.5);
    EXPECT_TRUE(skew->straight) << ppm;
  }
}

TEST(ClockSkew, OfShortSmallOrImpossibleDriftIsNotSignificant) {
  EXPECT_FALSE(clock_skew(stream(4.9, 300, 1, exponential))->straight);
  EXPECT_FALSE(clock_skew(stream(8, 1, 1, exponential))->straight);     // 0.5 ms
  EXPECT_FALSE(clock_skew(stream(8, 1500, 1, exponential))->straight);  // no clock, a queue
  EXPECT_FALSE(clock_skew(stream(8, 0, 1, [](auto&) { return 0.0; }))->straight);
}

}  // namespace
}  // namespace jitterscope::clock_skew_test
