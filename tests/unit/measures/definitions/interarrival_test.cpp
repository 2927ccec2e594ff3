#include "core/measures/definitions/interarrival.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/measures/definitions/rfc3550_jitter.h"

namespace jitterscope::interarrival_test {
namespace {

std::vector<Timestamp> at_ms(std::initializer_list<double> times) {
  std::vector<Timestamp> result;
  for (double t : times) result.push_back(Timestamp() + Duration::from_ms(t));
  return result;
}

TEST(Interarrival, WorkedByHand) {  // x = 1 2 3 10
  const auto r = interarrival_report(at_ms({5, 6, 8, 11, 21}));
  EXPECT_EQ(r.n, 4);
  EXPECT_DOUBLE_EQ(*r.mean, 4);
  EXPECT_DOUBLE_EQ(*r.variance, 50.0 / 3);
  EXPECT_DOUBLE_EQ(*r.absolute_deviation, 12);
  EXPECT_DOUBLE_EQ(*r.average_deviation, 3);
  EXPECT_DOUBLE_EQ(*r.cv, std::sqrt(50.0 / 3) / 4);
  EXPECT_EQ(r.min, 1);
  EXPECT_EQ(r.max, 10);
  EXPECT_EQ(r.range, 10);
  EXPECT_DOUBLE_EQ(*r.p50, 2.5);
}

TEST(Interarrival, NothingIsInventedForTooFewPackets) {
  EXPECT_EQ(interarrival_report({}).n, 0);
  const auto one = interarrival_report(at_ms({5}));
  EXPECT_FALSE(one.mean || one.absolute_deviation || one.p50 || one.range);
  const auto two = interarrival_report(at_ms({5, 7}));
  EXPECT_EQ(two.mean, 2);
  EXPECT_EQ(two.average_deviation, 0);
  EXPECT_FALSE(two.variance || two.cv || two.skew);
  EXPECT_FALSE(exceedance_report(at_ms({5, 7}), two)[0].threshold_ms);
}

TEST(Interarrival, EqualSpacingHasNoVariationAndNoCvOfZeroMean) {
  const auto times = at_ms({0, 20, 40, 60});
  const auto r = interarrival_report(times);
  EXPECT_EQ(r.stddev, 0);
  EXPECT_EQ(r.cv, 0);
  EXPECT_FALSE(r.skew || r.excess_kurtosis);
  EXPECT_EQ(exceedance_report(times, r)[0].share, 0);
  EXPECT_FALSE(interarrival_report(at_ms({3, 3, 3})).cv);
}

TEST(Exceedances, SpacingIsBetweenTheEndsOfLongIntervals) {
  std::vector<Timestamp> times{Timestamp()};
  const std::vector<double> x{1, 1, 9, 1, 1, 1, 9, 1, 1, 1, 1, 9, 1};
  for (double step : x) times.push_back(times.back() + Duration::from_ms(step));
  const auto e = exceedance_report(times, interarrival_report(times));
  EXPECT_EQ(e[0].n, 1);
  EXPECT_DOUBLE_EQ(*e[0].share, 3.0 / 13);
  EXPECT_DOUBLE_EQ(e[0].spacing_ms->min, 12);
  EXPECT_DOUBLE_EQ(e[0].spacing_ms->max, 13);
  EXPECT_DOUBLE_EQ(e[0].spacing_ms->mean, 12.5);
  EXPECT_EQ(e[2].share, 0);
  EXPECT_FALSE(e[2].spacing_ms);
}

// crowcroft92's tables: cv = sd / mean, and spacing x share is about the mean interval.
TEST(Exceedances, KeepThePapersIdentities) {
  std::mt19937 random(5);
  std::vector<Timestamp> times{Timestamp()};
  std::exponential_distribution<> draw(1 / 22.0);
  for (int i = 0; i < 20'000; ++i) times.push_back(times.back() + Duration::from_ms(draw(random)));
  const auto r = interarrival_report(times);
  EXPECT_DOUBLE_EQ(*r.cv, *r.stddev / *r.mean);
  EXPECT_NEAR(*r.skew, 2, 0.3);
  EXPECT_NEAR(*r.excess_kurtosis, 6, 2);
  for (const auto& e : exceedance_report(times, r)) {
    EXPECT_NEAR(e.spacing_ms->mean * *e.share, *r.mean, 0.02 * *r.mean);
    EXPECT_DOUBLE_EQ(*e.threshold_ms, *r.mean + e.n * *r.stddev);
  }
}

// Independent form: J_n = sum over k of |D_k| / 16 * (15/16)^(n - k).
TEST(Rfc3550Jitter, AgreesWithItsClosedForm) {
  std::mt19937 random(9);
  for (double clock : {8000.0, 90000.0}) {
    Rfc3550Jitter jitter(clock);
    EXPECT_FALSE(jitter.units() || jitter.ms() || jitter.mean_ms());
    std::vector<double> transit_s, estimates;
    for (int i = 0; i < 300; ++i) {
      const Timestamp received = Timestamp::ns(1'000'000'000LL * 3600 + i * 20'000'000LL + random() % 5'000'000);
      const std::int64_t rtp = static_cast<std::int64_t>(i * clock / 50);
      jitter.add(received, rtp);
      transit_s.push_back(static_cast<double>(received.ns()) / 1e9 - static_cast<double>(rtp) / clock);
    }
    for (std::size_t n = 1; n < transit_s.size(); ++n) {
      double sum = 0;
      for (std::size_t k = 1; k <= n; ++k) {
        sum += std::abs(transit_s[k] - transit_s[k - 1]) / 16 * std::pow(15.0 / 16, static_cast<double>(n - k));
      }
      estimates.push_back(sum * 1e3);
    }
    double mean = 0;
    for (double e : estimates) mean += e / static_cast<double>(estimates.size());
    EXPECT_NEAR(*jitter.ms(), estimates.back(), 1e-6);
    EXPECT_NEAR(*jitter.mean_ms(), mean, 1e-6);
    EXPECT_NEAR(*jitter.max_ms(), *std::max_element(estimates.begin(), estimates.end()), 1e-6);
    EXPECT_NEAR(*jitter.units(), estimates.back() * clock / 1e3, 1e-4);
  }
}

TEST(Rfc3550Jitter, BeginsAnewWhereTheTimestampsDo) {
  Rfc3550Jitter jitter(8000);
  Timestamp now;
  std::int64_t timestamp = 0;
  for (int i = 0; i < 200; ++i, now += Duration::ms(20), timestamp += 160) {
    if (i == 100) timestamp += 2'000'000'000;
    jitter.add(now + Duration::ms(i % 2), timestamp);
  }
  EXPECT_LT(*jitter.max_ms(), 1.01);
  EXPECT_NEAR(*jitter.ms(), 1, 0.01);
}

TEST(Rfc3550Jitter, OfAnOutageIsJitter) {
  Rfc3550Jitter jitter(8000);
  for (int i = 0; i < 100; ++i) jitter.add(Timestamp{} + Duration::ms(20 * i + (i == 50 ? 3200 : 0)), 160 * i);
  EXPECT_GT(*jitter.max_ms(), 190);
}

}  // namespace
}  // namespace jitterscope::interarrival_test
