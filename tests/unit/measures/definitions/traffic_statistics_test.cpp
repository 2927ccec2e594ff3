// crowcroft92's tables and the shapes of known distributions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/measures/definitions/interarrival.h"
#include "core/measures/tracks/streams/interval_measures.h"

namespace jitterscope::traffic_statistics_test {
namespace {

struct Row {  // Tables 2-4 and 5-7
  double mean_ms, variance, cv, stddev;
  double share_percent[3];
  double spacing_ms[3];
};
constexpr Row kTest1{22.027, 525.071, 1.040, 22.914, {5.154, 2.332, 0.911}, {425, 940, 2405}};
constexpr Row kTest2{22.211, 1567.838, 1.783, 39.596, {3.065, 1.244, 0.817}, {723, 1768, 2672}};

TEST(Crowcroft, PrintedTablesKeepTheIdentitiesThatOursMustKeep) {
  for (const Row& row : {kTest1, kTest2}) {
    EXPECT_NEAR(row.stddev / row.mean_ms, row.cv, 5e-4);
    EXPECT_NEAR(row.stddev * row.stddev, row.variance, 2e-3 * row.variance);
    for (int n = 0; n < 3; ++n)
      EXPECT_NEAR(row.spacing_ms[n] * row.share_percent[n] / 100, row.mean_ms, 0.03 * row.mean_ms);
  }
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

template <typename Draw>
std::vector<InterarrivalReport> sample(Draw draw, std::size_t n, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<double> intervals(n);
  for (double& interval : intervals) interval = draw(random);
  return reports_of(intervals);
}

constexpr std::size_t kMany = 30'000;
const double kRoot = std::sqrt(static_cast<double>(kMany));

// Standard errors of a normal sample: σ/√n, σ/√(2n), √(6/n), √(24/n); mean deviation σ·√(2/π).
TEST(Shapes, OfANormalSample) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    for (const auto& x : sample(std::normal_distribution<>(25, 3), kMany, seed)) {
      EXPECT_NEAR(*x.mean, 25, 4 * 3 / kRoot);
      EXPECT_NEAR(*x.stddev, 3, 4 * 3 / (std::sqrt(2) * kRoot));
      EXPECT_NEAR(*x.skew, 0, 4 * std::sqrt(6) / kRoot);
      EXPECT_NEAR(*x.excess_kurtosis, 0, 4 * std::sqrt(24) / kRoot);
      EXPECT_NEAR(*x.average_deviation, 3 * std::sqrt(2 / M_PI), 4 * 3 / kRoot);
      EXPECT_NEAR(*x.p95, 25 + 1.6449 * 3, 4 * 3 * 2.1 / kRoot);
    }
  }
}

// Of an exponential one: cv 1, skew 2, excess kurtosis 6, mean deviation 2/e of the mean.
TEST(Shapes, OfAnExponentialSample) {
  for (const std::uint32_t seed : {4u, 5u, 6u}) {
    for (const auto& x : sample(std::exponential_distribution<>(1 / 22.0), kMany, seed)) {
      EXPECT_NEAR(*x.cv, 1, 4 / kRoot);
      EXPECT_NEAR(*x.skew, 2, 4 * std::sqrt(72.0) / kRoot);  // its variance is about 72/n
      EXPECT_NEAR(*x.excess_kurtosis, 6, 4 * std::sqrt(11520.0) / kRoot);
      EXPECT_NEAR(*x.average_deviation, 22 * 2 / M_E, 4 * 22 / kRoot);
      EXPECT_NEAR(*x.p50, 22 * std::log(2.0), 4 * 22 / kRoot);
    }
  }
}

// Two values, a with share p and b with 1 − p: skew = (1 − 2p)/√(p(1 − p)) towards a > b, excess kurtosis = (1 − 6p(1 −
// p))/(p(1 − p)).
TEST(Shapes, OfTwoValuesAreWhatTheFormulaSays) {
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

}  // namespace
}  // namespace jitterscope::traffic_statistics_test
