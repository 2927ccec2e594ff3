#include "core/measures/definitions/interarrival.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/definitions/unit_spacing.h"
#include "core/measures/tracks/streams/measures_track.h"

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

/// Offline and live figures of the same intervals.
std::vector<InterarrivalReport> reports_of(const std::vector<double>& intervals_ms) {
  Timestamp at;
  std::vector<Timestamp> received{at};
  IntervalHistory history;
  history.add(at, std::nullopt);
  for (const double ms : intervals_ms) {
    at += Duration::from_ms(ms);
    received.push_back(at);
    history.add(at, std::nullopt);
  }
  AnalysisQuery query;
  query.window = MeasureWindow::k15min;
  return {interarrival_report(received), interval_measures(history, query, Timestamp())->interarrival};
}

// Two values, a with share p and b with 1 − p: skew = (1 − 2p)/√(p(1 − p)) towards a > b, excess kurtosis = (1 − 6p(1 −
// p))/(p(1 − p)).
TEST(Interarrival, OfTwoValuesIsWhatTheFormulaSays) {
  constexpr int kPackets = 1000, kLong = 100;
  std::vector<double> intervals(kPackets, 10);
  for (int i = 0; i < kLong; ++i) intervals[static_cast<std::size_t>(i * 10)] = 60;
  const double p = 0.1, pq = p * (1 - p), shrink = (kPackets - 1.0) / kPackets;  // stddev is with n − 1
  for (const auto& x : reports_of(intervals)) {
    EXPECT_NEAR(*x.mean, 15, 1e-12);
    EXPECT_NEAR(*x.variance, 2500 * pq / shrink, 1e-9);
    EXPECT_NEAR(*x.skew, (1 - 2 * p) / std::sqrt(pq) * std::pow(shrink, 1.5), 1e-9);
    EXPECT_NEAR(*x.excess_kurtosis, (1 - 3 * pq) / pq * shrink * shrink - 3, 1e-9);
    EXPECT_NEAR(*x.absolute_deviation, kPackets * 2 * pq * 50, 1e-9);
    EXPECT_NEAR(*x.cv, *x.stddev / 15, 1e-12);
  }
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

TEST(UnitSpacing, IsTheTimeBetweenUnitsLessTheSendersOwnStep) {
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(25), 160, 8000), 5);
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(15), 160, 8000), -5);
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(25), std::nullopt, 8000), 25) << "no timestamps";
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::seconds(60), 60 * 8000, 8000), 0) << "a silence that both tell of";
  EXPECT_FALSE(unit_spacing_ms(Duration::ms(20), 1'000'000, 8000)) << "timestamps began anew";
  EXPECT_EQ(*unit_spacing_ms(Duration::seconds(60), std::nullopt, 8000), 60'000);
}

TEST(UnitSpacing, IsLessTheStepThatSendTimesOrNumbersTell) {
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(25), Duration::ms(20)), 5);
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::ms(5), Duration::ms(-20)), 25) << "in another order";
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::seconds(60), Duration::ms(20)), 59'980) << "an outage";
  EXPECT_DOUBLE_EQ(*unit_spacing_ms(Duration::seconds(61), Duration::seconds(60)), 1000);
  EXPECT_FALSE(unit_spacing_ms(Duration::ms(20), Duration::seconds(600))) << "numbers began anew";
  EXPECT_FALSE(unit_spacing_ms(Duration::ms(20), Duration::seconds(-600)));
}

}  // namespace
}  // namespace jitterscope::interarrival_test
