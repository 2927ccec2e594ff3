// A stretch of a stream against numbers worked out by hand and against the exact offline computation.
#include "core/measures/tracks/streams/measures_track.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "core/measures/definitions/interarrival.h"

namespace jitterscope::interval_measures_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(7'000'000'000);

struct Stream {
  explicit Stream(SampleMemory memory = SampleMemory::kCall) : history(memory) {}
  void packet(Duration after, std::optional<Duration> delay = std::nullopt) {
    at += after;
    received.push_back(at);
    history.add(at, delay);
  }
  IntervalHistory history;
  std::vector<Timestamp> received;
  Timestamp at = kBegan;
};

AnalysisQuery of(MeasureWindow window) {
  AnalysisQuery query;
  query.window = window;
  return query;
}

void expect_finite(const std::optional<double>& value) {
  if (value) { EXPECT_TRUE(std::isfinite(*value)); }
}

void expect_finite(const InterarrivalReport& x) {
  for (const auto& value : {x.mean, x.variance, x.stddev, x.average_deviation, x.absolute_deviation, x.cv, x.skew,
                            x.excess_kurtosis, x.min, x.max, x.range, x.p50, x.p95, x.p99}) {
    expect_finite(value);
  }
}

std::int64_t total(const std::vector<HistogramBin>& bins) {
  return std::accumulate(bins.begin(), bins.end(), std::int64_t{0},
                         [](auto sum, auto& bin) { return sum + bin.count; });
}

TEST(IntervalMeasures, WorkedByHand) {  // x = 1 2 3 10
  Stream stream;
  for (const int ms : {5, 1, 2, 3, 10}) stream.packet(Duration::ms(ms));
  const auto view = interval_measures(stream.history, of(MeasureWindow::k60s), kBegan);
  ASSERT_TRUE(view);
  const InterarrivalReport& x = view->interarrival;
  EXPECT_EQ(x.n, 4);
  EXPECT_EQ(x.mean, 4);
  EXPECT_DOUBLE_EQ(*x.variance, 50.0 / 3);
  EXPECT_DOUBLE_EQ(*x.cv, std::sqrt(50.0 / 3) / 4);
  EXPECT_EQ(x.absolute_deviation, 12);
  EXPECT_EQ(x.average_deviation, 3);
  EXPECT_DOUBLE_EQ(*x.skew, 180 / (4 * std::pow(50.0 / 3, 1.5)));
  EXPECT_DOUBLE_EQ(*x.excess_kurtosis, 1394 / (4 * std::pow(50.0 / 3, 2)) - 3);
  EXPECT_EQ(x.range, 10);
  EXPECT_NEAR(*x.p50, 2.5, 0.01);
  EXPECT_DOUBLE_EQ(view->from_s, 0.006);
  EXPECT_DOUBLE_EQ(view->to_s, 0.021);
  EXPECT_DOUBLE_EQ(*view->exceedances[0].share, 0.25);  // above 8.08
  EXPECT_FALSE(view->exceedances[0].spacing_ms);
  EXPECT_EQ(view->exceedances[2].share, 0);
  EXPECT_TRUE(view->autocorrelation.empty());
  EXPECT_FALSE(view->spike);
}

TEST(IntervalMeasures, ReflectionRemedyKeepsWhatIsAboveTheMean) {  // x − 4 = −3 −2 −1 6 0: kept 6 0
  Stream stream;
  for (const int ms : {0, 1, 2, 3, 10, 4}) stream.packet(Duration::ms(ms));
  AnalysisQuery query = of(MeasureWindow::kWhole);
  query.reflection_remedy = true;
  const auto view = interval_measures(stream.history, query, kBegan);
  EXPECT_EQ(view->query, query);
  EXPECT_EQ(view->interarrival.mean, 4);
  EXPECT_EQ(view->interarrival.variance, 18);  // of 6 and 0
  EXPECT_DOUBLE_EQ(*view->interarrival.cv, std::sqrt(18) / 4);
  EXPECT_EQ(view->interarrival.absolute_deviation, 12);  // as without
  const double plain = std::sqrt(50.0 / 4);
  EXPECT_DOUBLE_EQ(*view->exceedances[0].threshold_ms, 4 + plain);
}

TEST(IntervalMeasures, AgreeWithTheOfflineComputationInEveryWindow) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::exponential_distribution<> draw(1 / (1.0 + static_cast<double>(random() % 40)));
    Stream stream(seed % 2 ? SampleMemory::kFile : SampleMemory::kCall);
    for (int i = 0, n = 2 + static_cast<int>(random() % 6000); i < n; ++i)
      stream.packet(Duration::from_ms(draw(random)));
    AnalysisQuery query;
    query.selection_s = {(stream.at - kBegan).seconds() * 0.7, (stream.at - kBegan).seconds() * 0.2};
    for (std::size_t window = 0; window <= static_cast<std::size_t>(MeasureWindow::kSelection); ++window) {
      query.window = static_cast<MeasureWindow>(window);
      const auto view = interval_measures(stream.history, query, kBegan);
      const auto in = [&](Timestamp at) {
        const double at_s = (at - kBegan).seconds();
        if (query.window == MeasureWindow::kSelection)
          return at_s >= query.selection_s.second && at_s <= query.selection_s.first;
        const double lengths[] = {10, 60, 900, 1e9};
        return (stream.at - at).seconds() <= lengths[window];
      };
      std::vector<Timestamp> stretch;
      for (std::size_t i = 1; i < stream.received.size(); ++i) {
        if (!in(stream.received[i])) continue;
        if (stretch.empty()) stretch.push_back(stream.received[i - 1]);
        stretch.push_back(stream.received[i]);
      }
      ASSERT_EQ(view.has_value(), stretch.size() > 1);
      if (!view) continue;
      const InterarrivalReport exact = interarrival_report(stretch), &live = view->interarrival;
      ASSERT_EQ(live.n, exact.n);
      expect_finite(live);
      EXPECT_NEAR(*live.mean, *exact.mean, 1e-9 * *exact.mean);
      EXPECT_NEAR(*live.absolute_deviation, *exact.absolute_deviation, 1e-9 * *exact.absolute_deviation);
      EXPECT_NEAR(*live.p95, *exact.p95, 0.01);
      EXPECT_EQ(total(view->linear), exact.n);
      EXPECT_EQ(total(view->logarithmic), exact.n);
      EXPECT_EQ(view->cdf.back().dropped_percent, 100);
      EXPECT_DOUBLE_EQ(view->cdf.back().buffer_ms, *exact.max);
      std::int64_t boxed = 0;
      for (const BoxView& box : view->boxes) boxed += box.n;
      EXPECT_EQ(boxed, exact.n);
      if (!exact.variance) continue;
      for (const auto member : {&InterarrivalReport::variance, &InterarrivalReport::stddev, &InterarrivalReport::cv,
                                &InterarrivalReport::skew, &InterarrivalReport::excess_kurtosis}) {
        ASSERT_EQ((live.*member).has_value(), (exact.*member).has_value());
        if (live.*member) {
          EXPECT_NEAR(*(live.*member), *(exact.*member), 1e-9 * std::max(1.0, std::abs(*(exact.*member))));
        }
      }
      const auto exceedances = exceedance_report(stretch, exact);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_DOUBLE_EQ(*view->exceedances[i].share, *exceedances[i].share);
        ASSERT_EQ(view->exceedances[i].spacing_ms.has_value(), exceedances[i].spacing_ms.has_value());
        if (!exceedances[i].spacing_ms) continue;
        EXPECT_DOUBLE_EQ(view->exceedances[i].spacing_ms->min, exceedances[i].spacing_ms->min);
        EXPECT_NEAR(view->exceedances[i].spacing_ms->mean, exceedances[i].spacing_ms->mean, 1e-6);
        EXPECT_DOUBLE_EQ(view->exceedances[i].spacing_ms->max, exceedances[i].spacing_ms->max);
      }
    }
  }
}

// A call longer than what is kept: deviations and shares of bins, within half a bin and the packets of one bin.
TEST(IntervalMeasures, AWholeCallThatIsNoLongerHeldComesFromBins) {
  Stream stream;
  std::mt19937 random(9);
  std::exponential_distribution<> draw(1 / 22.0);
  for (int i = 0; i < 90'000; ++i) stream.packet(Duration::from_ms(draw(random)));  // 33 minutes
  ASSERT_FALSE(stream.history.complete());
  const auto view = interval_measures(stream.history, of(MeasureWindow::kWhole), kBegan);
  const InterarrivalReport exact = interarrival_report(stream.received);
  EXPECT_EQ(view->interarrival.n, exact.n);
  EXPECT_NEAR(*view->interarrival.average_deviation, *exact.average_deviation, 0.005);
  EXPECT_NEAR(*view->interarrival.p99, *exact.p99, 0.01);
  EXPECT_NEAR(view->from_s, (stream.received.front() - kBegan).seconds(), 1e-9);
  const auto exceedances = exceedance_report(stream.received, exact);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(*view->exceedances[i].share, *exceedances[i].share, 2e-4);
    EXPECT_NEAR(view->exceedances[i].spacing_ms->mean, exceedances[i].spacing_ms->mean,
                0.1 * exceedances[i].spacing_ms->mean);
  }
  AnalysisQuery remedy = of(MeasureWindow::kWhole);
  remedy.reflection_remedy = true;  // what is left of an exponential distribution is the same one
  EXPECT_NEAR(*interval_measures(stream.history, remedy, kBegan)->interarrival.stddev, 22, 0.5);
  EXPECT_GT(view->boxes.front().from_s, view->from_s + 900);
}

TEST(IntervalMeasures, NothingIsInventedAndNothingIsNotANumber) {
  Stream none, one, two, same;
  EXPECT_FALSE(interval_measures(none.history, of(MeasureWindow::kWhole), kBegan));
  one.packet(Duration::ms(5));
  EXPECT_FALSE(interval_measures(one.history, of(MeasureWindow::k10s), kBegan));
  for (int i = 0; i < 2; ++i) two.packet(Duration::ms(5), Duration::ms(30));
  const auto view = interval_measures(two.history, of(MeasureWindow::k10s), kBegan);
  EXPECT_EQ(view->interarrival.mean, 5);
  EXPECT_EQ(view->interarrival.average_deviation, 0);
  EXPECT_FALSE(view->interarrival.variance || view->interarrival.cv || view->exceedances[0].threshold_ms);
  EXPECT_TRUE(view->autocorrelation.empty());
  for (int i = 0; i < 100; ++i) same.packet(Duration(), Duration::ms(1));
  for (const bool remedy : {false, true}) {
    AnalysisQuery query = of(MeasureWindow::kWhole);
    query.reflection_remedy = remedy;
    const auto still = interval_measures(same.history, query, kBegan);
    EXPECT_EQ(still->interarrival.stddev, 0);
    EXPECT_FALSE(still->interarrival.cv || still->interarrival.skew || still->spike);
    EXPECT_EQ(still->boxes.size(), 1u);
    expect_finite(still->interarrival);
  }
  AnalysisQuery odd = of(MeasureWindow::kSelection);
  odd.selection_s = {std::nan(""), -1e300};
  EXPECT_FALSE(interval_measures(one.history, odd, kBegan));
  odd.selection_s = {-INFINITY, INFINITY};
  EXPECT_EQ(interval_measures(same.history, odd, kBegan)->interarrival.n, 99);
}

TEST(IntervalMeasures, FindsCrowcroftsSpikeEachTenSeconds) {
  Stream stream;
  std::mt19937 random(1);
  std::exponential_distribution<> jitter(1 / 5.0);
  for (int i = 0; i < 120 * 50; ++i) {
    const bool spike = i % 500 >= 230 && i % 500 < 240;  // 0.2 s of each 10
    stream.packet(Duration::ms(20), Duration::from_ms((spike ? 1000 : 100) + jitter(random)));
  }
  for (const MeasureWindow window : {MeasureWindow::k60s, MeasureWindow::k15min, MeasureWindow::kWhole}) {
    const auto view = interval_measures(stream.history, of(window), kBegan);
    ASSERT_TRUE(view->spike);
    EXPECT_NEAR(view->spike->period_s, 10, 0.1);
    EXPECT_GT(view->spike->strength, 0.5);
    EXPECT_NEAR(view->spike->height_ms, 900, 20);
  }
  EXPECT_FALSE(interval_measures(stream.history, of(MeasureWindow::k10s), kBegan)->spike);  // one spike has no period
}

TEST(IntervalMeasures, BoxesAreSlicesOfTheStretch) {
  Stream stream;
  for (int i = 0; i <= 1200; ++i) stream.packet(Duration::ms(i < 600 ? 10 : i % 100 ? 30 : 300));
  const auto view = interval_measures(stream.history, of(MeasureWindow::kWhole), kBegan);
  ASSERT_EQ(view->boxes.size(), 12u);
  EXPECT_EQ(view->boxes.front().median, 10);
  EXPECT_EQ(view->boxes.back().median, 30);
  ASSERT_FALSE(view->boxes.back().outliers.empty());
  EXPECT_EQ(view->boxes.back().outliers.back(), 300);
  for (std::size_t i = 1; i < 12; ++i) EXPECT_DOUBLE_EQ(view->boxes[i].from_s, view->boxes[i - 1].to_s);
  EXPECT_GE(view->boxes.back().to_s, view->to_s);
}

TEST(MeasuresTrack, ComputesAtMostFiveTimesASecondAndLongStretchesOnce) {
  MeasuresTrack track(kBegan, SampleMemory::kCall);
  EXPECT_EQ(track.view(kBegan, of(MeasureWindow::k60s)), nullptr);
  const auto count = [&](MeasureWindow window) {
    const Timestamp from = kBegan + Duration::seconds(10 * (1 + static_cast<int>(window)));
    std::shared_ptr<const MeasuresView> last;
    int computed = 0;
    for (int i = 0; i < 250; ++i) {  // 25 pictures a second for ten seconds
      track.add(from + Duration::ms(40) * i, std::nullopt);
      const auto view = track.view(from + Duration::ms(40) * i, of(window));
      computed += view != last;
      last = view;
    }
    return computed;
  };
  EXPECT_NEAR(count(MeasureWindow::k10s), 50, 1);
  EXPECT_NEAR(count(MeasureWindow::k60s), 50, 1);
  EXPECT_NEAR(count(MeasureWindow::k15min), 10, 1);
  EXPECT_NEAR(count(MeasureWindow::kWhole), 10, 1);
}

TEST(MeasuresTrack, AFileAnswersAtOnceAndTheSameQueryWithTheSameView) {
  MeasuresTrack track(kBegan, SampleMemory::kFile);
  for (int i = 0; i < 100; ++i) track.add(kBegan + Duration::ms(20) * i, std::nullopt);
  const auto first = track.view(kBegan, of(MeasureWindow::k10s));
  EXPECT_EQ(track.view(kBegan, of(MeasureWindow::k10s)), first);
  AnalysisQuery selection = of(MeasureWindow::kSelection);
  selection.selection_s = {0.5, 1};
  const auto second = track.view(kBegan, selection);
  EXPECT_EQ(second->query, selection);
  EXPECT_EQ(second->interarrival.n, 26);
  track.restart();
  EXPECT_EQ(track.view(kBegan, selection), nullptr);
}

}  // namespace
}  // namespace jitterscope::interval_measures_test
