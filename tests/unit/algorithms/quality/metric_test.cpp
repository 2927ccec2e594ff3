#include <gtest/gtest.h>

#include <random>

#include "core/algorithms/quality/g107_metric.h"

namespace jitterscope::metric_test {
namespace {

const QualityLimits kLimits{200, 40, 0.1};

double distance(const QualityMetric& metric, const QualityPoint& point) {
  return metric.evaluate(point, kLimits).distance.value_or(-1);
}

TEST(EuclideanMetric, IsTheDistanceOfTheScaledPoint) {
  const auto verdict = EuclideanMetric().evaluate({60, 16, 0.0}, kLimits);  // scaled 0.3, 0.4, 0
  ASSERT_TRUE(verdict.scaled);
  EXPECT_DOUBLE_EQ((*verdict.scaled)[0], 0.3);
  EXPECT_DOUBLE_EQ((*verdict.scaled)[1], 0.4);
  EXPECT_DOUBLE_EQ((*verdict.scaled)[2], 0);
  EXPECT_DOUBLE_EQ(*verdict.distance, 0.5);
  EXPECT_EQ(verdict.acceptable, true);
  EXPECT_FALSE(verdict.rating);
  EXPECT_DOUBLE_EQ(distance(EuclideanMetric(), {0, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(distance(EuclideanMetric(), {200, 0, 0}), 1);
  EXPECT_EQ(EuclideanMetric().evaluate({200, 0, 0}, kLimits).acceptable, true) << "the surface belongs to it";
  EXPECT_EQ(EuclideanMetric().evaluate({200, 1, 0}, kLimits).acceptable, false);
}

TEST(BoxMetric, IsTheLargestScaledCoordinate) {
  EXPECT_DOUBLE_EQ(distance(BoxMetric(), {60, 32, 0.05}), 0.8);
  EXPECT_EQ(BoxMetric().evaluate({200, 40, 0.1}, kLimits).acceptable, true);
  EXPECT_EQ(BoxMetric().evaluate({200, 40, 0.11}, kLimits).acceptable, false);
}

/// No picture arrives whole: its jitter and latency are unknown, and it is bad all the same.
TEST(QualityMetrics, WhatIsKnownMayBeTooFarAlone) {
  const QualityPoint lost{std::nullopt, std::nullopt, 1};
  for (const QualityMetricKind kind : kEveryQualityMetric) {
    const QualityMetric& metric = metric_of(kind);
    const auto verdict = metric.evaluate(lost, kLimits);
    EXPECT_EQ(verdict.acceptable, false) << metric.name();
    EXPECT_FALSE(verdict.distance) << metric.name();
    EXPECT_FALSE(verdict.scaled) << metric.name();
    EXPECT_NE(metric.why_outside(lost, kLimits).find("not played 100 %"), std::string::npos)
        << metric.why_outside(lost, kLimits);
    EXPECT_FALSE(metric.evaluate({std::nullopt, std::nullopt, 0.01}, kLimits).acceptable) << metric.name();
  }
  const QualityPoint together{180, 30, std::nullopt};  // scaled 0.9 and 0.75
  EXPECT_EQ(EuclideanMetric().evaluate(together, kLimits).acceptable, false);
  EXPECT_EQ(EuclideanMetric().why_outside(together, kLimits),
            "no limit alone, but all together; above all latency, 180 ms of 200 ms");
  EXPECT_FALSE(BoxMetric().evaluate(together, kLimits).acceptable) << "the loss decides";
}

TEST(QualityMetrics, AMissingAxisLeavesTheDistanceUnknown) {
  const QualityPoint without[] = {{std::nullopt, 1, 0.01}, {1, std::nullopt, 0.01}, {1, 1, std::nullopt}, {}};
  for (const QualityMetricKind kind : {QualityMetricKind::kEuclidean, QualityMetricKind::kBox})
    for (const QualityPoint& point : without) {
      const auto verdict = metric_of(kind).evaluate(point, kLimits);
      EXPECT_FALSE(verdict.distance || verdict.acceptable || verdict.scaled);
      EXPECT_EQ(metric_of(kind).why_outside(point, kLimits), "");
    }
  const G107Metric g107;
  EXPECT_FALSE(g107.evaluate({std::nullopt, 1, 0.01}, kLimits).distance);
  EXPECT_FALSE(g107.evaluate({1, 1, std::nullopt}, kLimits).distance);
  EXPECT_TRUE(g107.evaluate({1, std::nullopt, 0}, kLimits).distance) << "it has no axis of jitter";
}

TEST(QualityMetrics, WhyOutsideNamesTheLimit) {
  EXPECT_EQ(BoxMetric().why_outside({100, 60, 0.01}, kLimits), "jitter 60 ms is above 40 ms");
  EXPECT_EQ(EuclideanMetric().why_outside({100, 60, 0.01}, kLimits), "jitter 60 ms is above 40 ms");
  EXPECT_EQ(EuclideanMetric().why_outside({100, 10, 0.01}, kLimits), "");
  EXPECT_EQ(EuclideanMetric().why_outside({160, 36, 0.01}, kLimits),
            "no limit alone, but all together; above all jitter, 36 ms of 40 ms");
}

TEST(QualityMetrics, AFrameLimitIsHeldAgainstTheFramesDue) {
  const QualityLimits limits = default_limits(Medium::kVideo);
  QualityPoint point{0, 0, 0.4};
  for (const QualityMetricKind kind : {QualityMetricKind::kEuclidean, QualityMetricKind::kBox}) {
    const QualityMetric& metric = metric_of(kind);
    point.due_per_second = 15;
    EXPECT_DOUBLE_EQ(metric.evaluate(point, limits).distance.value_or(-1), 0.5) << "0.4 of 0.8";
    point.due_per_second = 3;
    EXPECT_EQ(metric.evaluate(point, limits).acceptable, false);
    EXPECT_FALSE(metric.evaluate(point, limits).distance) << "no share makes three frames of three less than none";
    EXPECT_EQ(metric.why_outside(point, limits), "fewer than 3 frames/s");
    point.due_per_second.reset();
    EXPECT_FALSE(metric.evaluate(point, limits).acceptable) << "nothing tells of how many";
  }
}

TEST(QualityMetrics, AreFoundByTheirNames) {
  EXPECT_EQ(metric_of(QualityMetricKind::kEuclidean).name(), "euclidean");
  EXPECT_EQ(metric_of(QualityMetricKind::kBox).name(), "box");
  EXPECT_EQ(metric_of(QualityMetricKind::kG107).name(), "g107");
  EXPECT_EQ(metric_of(QualityMetricKind::kG107NoConcealment).name(), "g107-no-concealment");
  EXPECT_TRUE(metric_of(QualityMetricKind::kEuclidean).covers(Medium::kVideo));
  EXPECT_FALSE(metric_of(QualityMetricKind::kG107).covers(Medium::kVideo));
}

// claypool98 §7: "the region of acceptable quality is convex". What lies between two acceptable points is acceptable,
// and a point no better on any axis is no better.
TEST(QualityMetrics, RegionsAreConvexAndMonotone) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0, 1);
  const auto any = [&] { return QualityPoint{300 * share(random), 60 * share(random), 0.15 * share(random)}; };
  for (const QualityMetricKind kind : {QualityMetricKind::kEuclidean, QualityMetricKind::kBox}) {
    const QualityMetric& metric = metric_of(kind);
    int inside = 0;
    for (int i = 0; i < 20'000; ++i) {
      const QualityPoint a = any(), b = any();
      const double t = share(random);
      QualityPoint between, worse;
      for (const QualityAxis axis : kEveryQualityAxis) {
        on_axis(between, axis) = t * *on_axis(a, axis) + (1 - t) * *on_axis(b, axis);
        on_axis(worse, axis) = std::max(*on_axis(a, axis), *on_axis(b, axis));
      }
      const double da = distance(metric, a), db = distance(metric, b);
      EXPECT_LE(distance(metric, between), t * da + (1 - t) * db + 1e-12);
      EXPECT_GE(distance(metric, worse), std::max(da, db) - 1e-12);
      inside += da <= 1 && db <= 1;
    }
    EXPECT_GT(inside, 100) << "the cases say something";
  }
}

}  // namespace
}  // namespace jitterscope::metric_test
