#include "core/measures/definitions/compensation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/base/stats/radix_sort.h"
#include "core/measures/views/compensation_view.h"

namespace jitterscope::compensation_test {
namespace {

CompensationReport report_of(const std::vector<double>& lateness_ms, std::string reference) {
  std::vector<Duration> lateness;
  for (double ms : lateness_ms) lateness.push_back(Duration::from_ms(ms));
  return compensation_report(std::move(lateness), std::move(reference));
}

TEST(Compensation, CornersWorkedByHand) {
  const auto r = report_of({0, 30, 10, 10}, "minimum");
  ASSERT_EQ(r.curve.size(), 3u);
  EXPECT_EQ(r.curve[0].buffer_ms, 0);
  EXPECT_EQ(r.curve[0].dropped_percent, 75);
  EXPECT_EQ(r.curve[1].buffer_ms, 10);
  EXPECT_EQ(r.curve[1].dropped_percent, 25);
  EXPECT_EQ(r.curve[2].buffer_ms, 30);
  EXPECT_EQ(r.curve[2].dropped_percent, 0);
  EXPECT_DOUBLE_EQ(r.area_ms_percent, 75 * 10 + 25 * 20);
  EXPECT_EQ(r.optimal.buffer_ms, 30);
  EXPECT_DOUBLE_EQ(r.optimal.distance, 30.0 / 230);
  EXPECT_EQ(r.frames, 4);
}

TEST(Compensation, NegativeLatenessNeedsNoBuffer) {
  const auto r = report_of({-5, -1, 0, 4}, "first");
  ASSERT_EQ(r.curve.size(), 2u);
  EXPECT_EQ(r.curve[0].dropped_percent, 25);
  EXPECT_DOUBLE_EQ(r.area_ms_percent, 100);
  const auto early = report_of({-5, -1}, "first");
  ASSERT_EQ(early.curve.size(), 1u);
  EXPECT_EQ(early.optimal.distance, 0);
  EXPECT_EQ(early.area_ms_percent, 0);
}

TEST(Compensation, OneOutlierIsDroppedRatherThanWaitedFor) {
  std::vector<double> lateness(99, 20);
  lateness.push_back(5000);
  lateness.push_back(0);
  const auto r = report_of(lateness, "minimum");
  EXPECT_EQ(r.optimal.buffer_ms, 20);
  EXPECT_NEAR(r.optimal.dropped_percent, 100.0 / 101, 1e-12);
}

double dropped_percent(const std::vector<double>& lateness, double buffer) {
  double late = 0;
  for (double l : lateness) late += l > buffer;
  return 100 * late / static_cast<double>(lateness.size());
}

TEST(Compensation, CurveAreaAndOptimumAgreeWithBruteForce) {
  std::mt19937 random(11);
  std::exponential_distribution<> draw(1 / 40.0);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> lateness;
    for (int i = 0; i < 400; ++i) lateness.push_back(std::floor(draw(random) * 4) / 4 - 10);
    const auto r = report_of(lateness, "first");
    double area = 0, best = std::numeric_limits<double>::max();
    for (double buffer = 0; buffer < 1000; buffer += 0.25) {  // all corners lie on this grid
      const double dropped = dropped_percent(lateness, buffer);
      area += dropped * 0.25;
      best = std::min(best, std::hypot(dropped / 6, buffer / 230));
    }
    EXPECT_NEAR(r.area_ms_percent, area, 1e-9 * area);
    EXPECT_NEAR(r.optimal.distance, best, 1e-12);
    for (const CurvePoint& p : r.curve) EXPECT_DOUBLE_EQ(p.dropped_percent, dropped_percent(lateness, p.buffer_ms));
  }
}

TEST(Compensation, ScalesMoveTheOptimumAndTiesTakeTheSmallerBuffer) {
  const std::vector<Duration> lateness{Duration(), Duration(), Duration(), Duration::ms(40)};
  // Corners (0 ms, 25 %) and (40 ms, 0 %).
  EXPECT_EQ(compensation_report(lateness, "minimum", {6, 230}).optimal.buffer_ms, 40);
  EXPECT_EQ(compensation_report(lateness, "minimum", {200, 100}).optimal.buffer_ms, 0);
  const auto tie = compensation_report(lateness, "minimum", {25, 40});
  EXPECT_EQ(tie.optimal.buffer_ms, 0);
  EXPECT_EQ(tie.optimal.distance, 1);
}

TEST(Compensation, EqualSingleAndNoUnits) {
  for (int n : {1, 5}) {
    const auto r = compensation_report(std::vector<Duration>(static_cast<std::size_t>(n)), "minimum");
    ASSERT_EQ(r.curve.size(), 1u);
    EXPECT_EQ(r.curve[0].dropped_percent, 0);
    EXPECT_EQ(r.area_ms_percent, 0);
    EXPECT_EQ(r.optimal.distance, 0);
    EXPECT_EQ(r.frames, n);
  }
  const auto none = compensation_report(std::vector<Duration>{}, "minimum");
  EXPECT_EQ(none.frames, 0);
  EXPECT_TRUE(none.curve.empty());
  EXPECT_EQ(none.area_ms_percent, 0);
}

TEST(Compensation, CountsGiveWhatTheirUnitsGive) {
  const std::vector<LatenessCount> counts{
      {Duration::ms(-3), 2}, {Duration(), 1}, {Duration::ms(5), 3}, {Duration::ms(90), 2}};
  std::vector<Duration> units;
  for (const auto& bin : counts) units.insert(units.end(), static_cast<std::size_t>(bin.count), bin.lateness);
  const auto a = compensation_report(counts, "first"), b = compensation_report(units, "first");
  EXPECT_EQ(a.frames, 8);
  EXPECT_DOUBLE_EQ(a.area_ms_percent, 100 * (3 * 5 + 2 * 90) / 8.0);
  EXPECT_DOUBLE_EQ(a.area_ms_percent, b.area_ms_percent);
  EXPECT_EQ(a.optimal.buffer_ms, b.optimal.buffer_ms);
  ASSERT_EQ(a.curve.size(), b.curve.size());
  for (std::size_t i = 0; i < a.curve.size(); ++i) EXPECT_EQ(a.curve[i].dropped_percent, b.curve[i].dropped_percent);
}

TEST(RadixSort, SortsAnyDurations) {
  std::mt19937_64 random(3);
  for (const int bits : {1, 12, 33, 62}) {
    std::vector<Duration> values;
    for (int i = 0; i < 5000; ++i)
      values.push_back(
          Duration::ns(static_cast<std::int64_t>(random() >> (64 - bits)) - (std::int64_t{1} << (bits - 1))));
    std::vector<Duration> expected = values;
    std::sort(expected.begin(), expected.end());
    radix_sort(values);
    EXPECT_EQ(values, expected);
  }
}

TEST(Compensation, LongCurvesAreThinnedWithTheirEndsKept) {
  std::vector<double> lateness;
  for (int i = 0; i < 5000; ++i) lateness.push_back(i);
  const auto r = report_of(lateness, "minimum");
  ASSERT_EQ(r.curve.size(), 1000u);
  EXPECT_EQ(r.curve.front().buffer_ms, 0);
  EXPECT_EQ(r.curve.back().buffer_ms, 4999);
  EXPECT_EQ(r.curve.back().dropped_percent, 0);
  for (std::size_t i = 1; i < r.curve.size(); ++i) EXPECT_GT(r.curve[i].buffer_ms, r.curve[i - 1].buffer_ms);
}

TEST(Compensation, DistanceIsOverTheNormalisers) {
  EXPECT_DOUBLE_EQ(curve_distance({230 * 3, 6 * 4}, {}), 5);
  EXPECT_DOUBLE_EQ(curve_distance({10, 0}, {1, 20}), 0.5);
}

TEST(Compensation, WhatABufferDropsIsTheCornerAtOrBeforeIt) {
  const std::vector<CurvePoint> curve{{0, 75}, {10, 50}, {30, 25}, {40, 0}};
  EXPECT_EQ(dropped_at(curve, 0), 75);
  EXPECT_EQ(dropped_at(curve, 9.99), 75);
  EXPECT_EQ(dropped_at(curve, 10), 50);
  EXPECT_EQ(dropped_at(curve, 39.9), 25);
  EXPECT_EQ(dropped_at(curve, 1000), 0);
  EXPECT_FALSE(dropped_at(curve, -1));
  EXPECT_FALSE(dropped_at({}, 10));
}

}  // namespace
}  // namespace jitterscope::compensation_test
