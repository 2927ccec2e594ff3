#include "core/algorithms/clock/clock_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

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

/// Clocks 3.7 s and 80 ppm apart; queues fill the way there, the way back is merely noisy.
TEST(ClockFilter, OffsetIsWithinTheStatedBoundUnderAsymmetricJitter) {
  constexpr int kRuns = 200;
  int right = 0;
  std::vector<double> bounds_ms;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    std::mt19937_64 random(seed);
    const TwoClocks clocks;
    ClockFilter filter;
    bool always = true;
    Duration at;
    for (int i = 0; i < 60; ++i, at += i < 8 ? Duration::ms(100) : kHalfSecond) {
      const auto sample =
          clocks.exchange(at, Duration::ms(2) + exponential(random, 20), Duration::ms(2) + uniform(random, 0, 3));
      if (!filter.add(sample)) continue;
      const Duration now = clocks.since_begin(sample.t4) + Duration::ms(100);  // also some time later
      const auto estimate = filter.estimate(clocks.local(now));
      always = always && size_of(estimate->offset - clocks.true_offset(now)) <= estimate->bound;
    }
    const auto last = filter.estimate(clocks.local(at));
    right += always && size_of(last->offset - clocks.true_offset(at)) <= last->bound;
    bounds_ms.push_back(last->bound.ms());
  }
  EXPECT_EQ(right, kRuns);
  std::sort(bounds_ms.begin(), bounds_ms.end());
  EXPECT_LT(bounds_ms[kRuns / 2], 5) << "the bound is not honest by being useless: the shortest round trip is 4 ms";
  EXPECT_GT(bounds_ms.front(), 2) << "nor can it be less than half the shortest round trip";
}

TEST(ClockFilter, AQuietLinkOfOneMillisecondIsBoundToLess) {
  const TwoClocks clocks;
  ClockFilter filter;
  Duration at;
  for (int i = 0; i < 8; ++i, at += Duration::ms(100)) {
    ASSERT_TRUE(filter.add(clocks.exchange(at, Duration::us(500), Duration::us(500))));
    const auto estimate = filter.estimate(clocks.local(at + Duration::ms(2)));
    EXPECT_EQ(estimate->synchronised, filter.samples() >= ClockFilter::kEnough);
    EXPECT_LT(estimate->bound, Duration::us(550));
    EXPECT_LT(size_of(estimate->offset - clocks.true_offset(at)), Duration::us(20));
  }
  EXPECT_LT(filter.estimate(clocks.local(at + kHalfSecond))->bound, Duration::ms(1)) << "until the next exchange, too";
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

/// Half the fences of a run fit only lines of the old rate.
TEST(ClockFilter, AClockThatChangesItsRateIsFollowed) {
  const TwoClocks before{Duration::ms(3700), 80e-6};
  const Duration change = Duration::seconds(30);
  const TwoClocks after{before.true_offset(change) - Duration::from_seconds(-120e-6 * change.seconds()), -120e-6};
  ClockFilter filter;
  for (Duration at; at < Duration::seconds(60); at += kHalfSecond)
    ASSERT_TRUE(filter.add((at < change ? before : after).exchange(at, Duration::us(500), Duration::us(500))));
  const auto estimate = filter.estimate(after.local(Duration::seconds(60)));
  EXPECT_LE(size_of(estimate->offset - after.true_offset(Duration::seconds(60))), estimate->bound);
  EXPECT_LT(estimate->bound, Duration::ms(1));
  EXPECT_NEAR(estimate->skew * 1e6, -120, 50);
}

}  // namespace
}  // namespace jitterscope::clock_filter_test
