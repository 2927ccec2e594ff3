#include "core/algorithms/clock/clock_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/unit/algorithms/clock/two_clocks.h"

namespace jitterscope::clock_filter_test {
namespace {

constexpr Duration kHalfSecond = Duration::ms(500);

TEST(ClockFilter, NothingIsKnownWithoutAnExchange) {
  EXPECT_FALSE(ClockFilter().estimate(Timestamp::ns(5)).has_value());
}

TEST(ClockFilter, OneExchangeGivesTheMiddleAndHalfTheRoundTrip) {
  ClockFilter filter;
  ASSERT_TRUE(filter.add({Timestamp::ns(1000), Timestamp::ns(8000), Timestamp::ns(9000), Timestamp::ns(4000)}));
  const auto estimate = filter.estimate(Timestamp::ns(4000));
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(static_cast<double>(estimate->offset.ns()), 6000, 2);  // 7000 at most, 5000 at least
  EXPECT_NEAR(static_cast<double>(estimate->bound.ns()), 1000 + static_cast<double>(kStampError.ns()), 10);
  EXPECT_FALSE(estimate->synchronised);
}

TEST(ClockFilter, ImpossibleSamplesAreRefused) {
  const auto refused = [](std::int64_t t1, std::int64_t t2, std::int64_t t3, std::int64_t t4) {
    ClockFilter filter;
    return !filter.add({Timestamp::ns(t1), Timestamp::ns(t2), Timestamp::ns(t3), Timestamp::ns(t4)});
  };
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max(), kMin = std::numeric_limits<std::int64_t>::min();
  EXPECT_TRUE(refused(10, 100, 101, 9)) << "answered before asked";
  EXPECT_TRUE(refused(10, 100, 99, 20)) << "left before it came";
  EXPECT_TRUE(refused(10, 100, 111, 20)) << "negative round trip";
  EXPECT_TRUE(refused(0, 100, 101, Duration::seconds(61).ns())) << "longer under way than anybody waits";
  EXPECT_TRUE(refused(10, kMin, kMax, 20));
  EXPECT_TRUE(refused(kMin, 100, 101, kMax));
  EXPECT_TRUE(refused(-10, 100, 101, 20));
  EXPECT_FALSE(refused(10, 100, 101, 20));
  EXPECT_FALSE(refused(10, kMax / 2, kMax / 2, 20));
}

TEST(ClockFilter, AMasterThatMovesByYearsIsNotBelieved) {
  constexpr auto kLatest = std::numeric_limits<std::int64_t>::max() / 2;
  ClockFilter filter;
  ASSERT_TRUE(filter.add({Timestamp::ns(10), Timestamp::ns(kLatest), Timestamp::ns(kLatest), Timestamp::ns(20)}));
  EXPECT_FALSE(filter.add({Timestamp::ns(kLatest - 1000), Timestamp::ns(0), Timestamp::ns(0), Timestamp::ns(kLatest)}));
  EXPECT_FALSE(filter.add({Timestamp::ns(30), Timestamp::ns(0), Timestamp::ns(0), Timestamp::ns(40)}));
  EXPECT_EQ(filter.samples(), 1);
}

TEST(ClockFilter, AnAnswerThatWasOvertakenIsRefused) {
  const TwoClocks clocks;
  ClockFilter filter;
  EXPECT_TRUE(filter.add(clocks.exchange(Duration::ms(100), Duration::ms(1), Duration::ms(1))));
  EXPECT_FALSE(filter.add(clocks.exchange(Duration::ms(50), Duration::ms(1), Duration::ms(200))));
  EXPECT_EQ(filter.samples(), 1);
}

/// On a path without jitter the hull of a steady rate is its two ends: the older one is forgotten in the end.
TEST(ClockFilter, ASteadyRateStaysKnownWhenItsFirstExchangesAreForgotten) {
  for (const double noise_ms : {0.0, 0.001, 0.1}) {
    std::mt19937_64 random(1);
    const TwoClocks clocks;
    ClockFilter filter;
    double farthest_ppm = 0, farthest_us = 0;
    for (Duration at; at < Duration::seconds(300); at += kHalfSecond) {
      const Duration there = Duration::ms(1) + uniform(random, 0, noise_ms);
      const Duration back = Duration::ms(1) + uniform(random, 0, noise_ms);
      ASSERT_TRUE(filter.add(clocks.exchange(at, there, back)));
      if (at < ClockFilter::kMemory / 2) continue;
      const Duration now = at + there + back + Duration::us(30);
      const auto estimate = filter.estimate(clocks.local(now));
      farthest_ppm = std::max(farthest_ppm, std::abs(estimate->skew - clocks.skew) * 1e6);
      farthest_us = std::max(farthest_us, size_of(estimate->offset - clocks.true_offset(now)).us());
    }
    EXPECT_LT(farthest_ppm, 10) << noise_ms;
    EXPECT_LT(farthest_us, 100) << noise_ms;
  }
}

TEST(ClockFilter, SkewIsFoundInAMinute) {
  const TwoClocks clocks;
  ClockFilter filter;
  std::mt19937_64 random(7);
  Duration at;
  for (; at < Duration::seconds(60); at += kHalfSecond)
    filter.add(clocks.exchange(at, Duration::us(500) + exponential(random, 1), Duration::us(500)));
  EXPECT_NEAR(filter.estimate(clocks.local(at))->skew * 1e6, 80, 10);
}

TEST(ClockFilter, TheBoundGrowsWithAge) {
  const TwoClocks clocks;
  ClockFilter filter;
  for (Duration at; at < Duration::seconds(10); at += kHalfSecond)
    filter.add(clocks.exchange(at, Duration::us(500), Duration::us(500)));
  const auto soon = filter.estimate(clocks.local(Duration::seconds(10))),
             late = filter.estimate(clocks.local(Duration::seconds(70)));
  EXPECT_GT(late->bound, soon->bound + Duration::us(60)) << "at least by what rates wander";
  EXPECT_LE(size_of(late->offset - clocks.true_offset(Duration::seconds(70))), late->bound);
}

}  // namespace
}  // namespace jitterscope::clock_filter_test
