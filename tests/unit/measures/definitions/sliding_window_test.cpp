// The incremental window is what the batch computation over its samples is.
#include "core/base/stats/sliding_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "core/measures/definitions/interarrival.h"
#include "core/measures/definitions/interval_history.h"

namespace jitterscope::sliding_window_test {
namespace {

class RandomStream {
 public:
  explicit RandomStream(std::uint32_t seed)
      : random_(seed),
        scale_ms_(std::pow(10.0, uniform(-2, 2.5))),
        equal_(uniform(0, 0.3)),
        burst_(uniform(0, 0.2)),
        gap_(random_() % 3 ? 0.005 : 0.1) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  double scale_ms() const { return scale_ms_; }
  /// The next time: equal stamps, bursts, a steady beat with jitter, gaps up to hours.
  Timestamp next() {
    const double kind = uniform(0, 1);
    if (kind < gap_)
      at_ += Duration::from_ms(scale_ms_ * std::pow(10.0, uniform(1, 5)));
    else if (kind < gap_ + burst_)
      at_ += Duration::ns(static_cast<std::int64_t>(uniform(0, 5000)));
    else if (kind > equal_ + gap_ + burst_)
      at_ += Duration::from_ms(scale_ms_ * (1 + std::exponential_distribution<>(3)(random_)));
    return at_;
  }

 private:
  std::mt19937 random_;
  double scale_ms_, equal_, burst_, gap_;
  Timestamp at_ = Timestamp::ns(1'000'000'000);
};

void expect_close(std::optional<double> window, std::optional<double> batch, double least_scale, const char* what) {
  ASSERT_EQ(window.has_value(), batch.has_value()) << what;
  if (!window) return;
  EXPECT_TRUE(std::isfinite(*window)) << what;
  EXPECT_NEAR(*window, *batch, 1e-9 * std::max(std::abs(*batch), least_scale)) << what;
}

std::map<std::int64_t, std::int64_t> counts_of(const BinCounts& bins) {
  std::map<std::int64_t, std::int64_t> counts;
  bins.for_each([&](std::int64_t bin, std::int64_t n) { counts[bin] = n; });
  return counts;
}

/// `received` holds all packets; the window's intervals end at those not older than `length`.
void expect_batch(const SlidingWindow& window, const std::vector<Timestamp>& received, std::size_t first_interval) {
  const std::vector<Timestamp> stretch(received.begin() + static_cast<std::ptrdiff_t>(first_interval), received.end());
  const InterarrivalReport batch = interarrival_report(stretch);
  const Moments moments = window.moments_ms();
  ASSERT_EQ(window.count(), batch.n);
  ASSERT_EQ(moments.count(), batch.n);
  expect_close(moments.mean(), batch.mean, 0, "mean");
  expect_close(moments.variance(), batch.variance, 1e-12,
               "variance");  // an equal spacing's is 0 up to rounding of doubles
  expect_close(moments.min(), batch.min, 0, "min");
  expect_close(moments.max(), batch.max, 0, "max");
  if (batch.stddev.value_or(0) > 1e-6 * batch.mean.value_or(0)) {
    expect_close(moments.skew(), batch.skew, 1, "skew");
    expect_close(moments.excess_kurtosis(), batch.excess_kurtosis, 3, "kurtosis");
  }
  const auto expect_percentile = [&](double p, std::optional<double> exact) {
    ASSERT_EQ(window.percentile_ms(p).has_value(), exact.has_value());
    if (exact) { EXPECT_NEAR(*window.percentile_ms(p), *exact, 0.01) << p; }
  };
  expect_percentile(0.50, batch.p50);
  expect_percentile(0.95, batch.p95);
  expect_percentile(0.99, batch.p99);
  std::map<std::int64_t, std::int64_t> counts;
  for (std::size_t i = 1; i < stretch.size(); ++i) ++counts[(stretch[i] - stretch[i - 1]).ns() / 10'000];
  EXPECT_EQ(counts_of(window.bins()), counts);
}

TEST(SlidingWindow, IsTheBatchComputationOnRandomCases) {
  std::int64_t evicted = 0, emptied = 0;
  for (std::uint32_t seed = 0; seed < 10'000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    RandomStream stream(seed);
    const Duration length =
        Duration::from_ms(std::min(stream.scale_ms() * std::pow(10.0, stream.uniform(0, 3)), 900e3));
    const int most = static_cast<int>(std::pow(10.0, stream.uniform(0.3, 2.6)));
    const auto ring_limit = static_cast<std::size_t>(stream.uniform(1, 300));
    const double looks = seed % 3 ? stream.uniform(0, 1) : 1;  // how often somebody does
    SampleRing ring;
    SlidingWindow window(length);
    std::vector<Timestamp> received{stream.next()};
    for (int i = 1; i < most; ++i) {
      received.push_back(stream.next());
      if (ring.size() == ring_limit) {
        window.forget_first_of(ring);
        ring.pop();
      }
      ring.push({received.back(), received.back() - received[received.size() - 2], IntervalSample::kNone});
      if (stream.uniform(0, 1) < looks) window.catch_up(ring);
    }
    if (ring.empty()) continue;
    window.catch_up(ring);
    // Interval i ends at packet i + 1.
    std::size_t first = received.size() - 1 - ring.size();
    while (received[first + 1] < received.back() - length) ++first;
    evicted += first > 0;
    emptied += window.count() == 1;
    expect_batch(window, received, first);
  }
  EXPECT_GT(evicted, 3000);
  EXPECT_GT(emptied, 100);
}

TEST(SlidingWindow, OfNothingSaysNothing) {
  const SlidingWindow window(Duration::seconds(10));
  EXPECT_EQ(window.count(), 0);
  EXPECT_FALSE(window.moments_ms().mean() || window.moments_ms().max() || window.percentile_ms(0.5));
}

TEST(SlidingWindow, OfEqualIntervalsIsExact) {
  SampleRing ring;
  SlidingWindow window(Duration::seconds(60));
  for (int i = 1; i <= 100'000; ++i) {
    ring.push({Timestamp() + Duration::us(20'001) * i, Duration::us(20'001), IntervalSample::kNone});
    window.catch_up(ring);
  }
  EXPECT_EQ(window.count(), 60'000'000 / 20'001 + 1);
  EXPECT_EQ(window.moments_ms().mean(), 20.001);
  EXPECT_EQ(window.moments_ms().variance(), 0);
  EXPECT_FALSE(window.moments_ms().skew() || window.moments_ms().excess_kurtosis());
  EXPECT_EQ(window.percentile_ms(0.5), 20.001);  // a bin's centre, held between min and max
}

TEST(SlidingWindow, SumsOfTheWorstQuarterOfAnHourFit) {  // intervals just below and just above the bound of short ones
  for (const std::int64_t ns : {(std::int64_t{1} << 28) - 1, std::int64_t{1} << 28}) {
    SampleRing ring;
    SlidingWindow window(Duration::seconds(900));
    Timestamp at;
    for (int i = 0; i < 10'000; ++i) {
      const Duration interval = Duration::ns(ns - (i % 2) * 1'000'000);
      ring.push({at += interval, interval, IntervalSample::kNone});
      window.catch_up(ring);
    }
    const Moments m = window.moments_ms();
    EXPECT_NEAR(*m.mean(), static_cast<double>(ns) / 1e6 - 0.5, 1e-3);
    EXPECT_NEAR(*m.variance(), 0.25, 1e-3);
    EXPECT_NEAR(*m.excess_kurtosis(), -2, 1e-2);
  }
}

TEST(IntervalHistory, KeepsAQuarterOfAnHourOfACallAndEverythingOfAFile) {
  IntervalHistory call, file(SampleMemory::kFile);
  for (int i = 0; i <= 40'000; ++i) {  // 2000 s, each 50 ms
    for (IntervalHistory* one : {&call, &file}) one->add(Timestamp() + Duration::ms(50) * i, std::nullopt);
  }
  EXPECT_EQ(call.samples().size(), 18'001u);
  EXPECT_FALSE(call.complete());
  EXPECT_EQ(file.samples().size(), 40'000u);
  EXPECT_TRUE(file.complete());
  for (IntervalHistory* one : {&call, &file}) {
    EXPECT_EQ(one->window(MeasureWindow::k10s).count(), 201);
    EXPECT_EQ(one->window(MeasureWindow::k60s).count(), 1201);
    EXPECT_EQ(one->window(MeasureWindow::k15min).count(), 18'001);
    EXPECT_EQ(one->whole().moments_ms().count(), 40'000);
  }
}

TEST(IntervalHistory, IsBoundedHoweverFastPacketsCome) {
  IntervalHistory call;
  constexpr int kMany = (1 << 19) + 1000;
  for (int i = 0; i <= kMany; ++i) call.add(Timestamp() + Duration::us(100) * i, Duration::ms(1));
  EXPECT_EQ(call.samples().size(), std::size_t{1} << 19);
  EXPECT_EQ(call.window(MeasureWindow::k15min).count(), 1 << 19);
  EXPECT_EQ(call.window(MeasureWindow::k10s).count(), 100'001);
  EXPECT_EQ(call.window(MeasureWindow::k15min).moments_ms().mean(), 0.1);
}

TEST(IntervalHistory, AnEarlierTimeCountsAsTheLast) {
  IntervalHistory call;
  for (const int ms : {100, 120, 110, 140}) call.add(Timestamp() + Duration::ms(ms), std::nullopt);
  ASSERT_EQ(call.samples().size(), 3u);
  EXPECT_EQ(call.samples()[0].interval, Duration::ms(20));
  EXPECT_EQ(call.samples()[1].interval, Duration());
  EXPECT_EQ(call.samples()[2].interval, Duration::ms(20));
}

TEST(SampleRing, FindsTheFirstSampleNotEarlier) {
  SampleRing ring;
  EXPECT_EQ(ring.lower_bound(Timestamp()), 0u);
  for (int i = 0; i < 1000; ++i) ring.push({Timestamp() + Duration::ms(i / 2), Duration(), IntervalSample::kNone});
  for (int i = 0; i < 300; ++i) ring.pop();
  EXPECT_EQ(ring.lower_bound(Timestamp()), 300u);
  EXPECT_EQ(ring.lower_bound(Timestamp() + Duration::ms(200)), 400u);
  EXPECT_EQ(ring.lower_bound(Timestamp() + Duration::us(200'001)), 402u);
  EXPECT_EQ(ring.lower_bound(Timestamp() + Duration::ms(500)), 1000u);
}

}  // namespace
}  // namespace jitterscope::sliding_window_test
