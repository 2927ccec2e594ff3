#include "core/measures/views/quality_region.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

constexpr QualityLimits kLimits{230, 30, 0.06};

TEST(QualityRegion, AMetricThatKnowsNoPictureIsReplacedForIt) {
  EXPECT_EQ(metric_for(Medium::kAudio, QualityMetricKind::kG107), QualityMetricKind::kG107);
  EXPECT_EQ(metric_for(Medium::kVideo, QualityMetricKind::kG107), QualityMetricKind::kEuclidean);
  EXPECT_EQ(metric_for(Medium::kVideo, QualityMetricKind::kBox), QualityMetricKind::kBox);
}

TEST(QualityRegion, EndsAtTheLimits) {
  for (const auto kind : {QualityMetricKind::kEuclidean, QualityMetricKind::kBox}) {
    EXPECT_TRUE(bounded_by_limits(kind));
    EXPECT_EQ(region_end(kind, kLimits, QualityAxis::kLatency), 230);
    EXPECT_EQ(region_end(kind, kLimits, QualityAxis::kJitter), 30);
    EXPECT_EQ(region_end(kind, kLimits, QualityAxis::kLoss), 0.06);
  }
}

TEST(QualityRegion, OfG107EndsWhereTheRatingDoes) {
  const auto kind = QualityMetricKind::kG107;
  EXPECT_FALSE(bounded_by_limits(kind));
  const double delay = region_end(kind, kLimits, QualityAxis::kLatency), loss = region_loss(kind, 0);
  EXPECT_EQ(region_end(kind, kLimits, QualityAxis::kLoss), loss);
  EXPECT_NEAR(region_loss(kind, delay), 0, 1e-6);
  EXPECT_GT(region_loss(kind, delay / 2), 0);
  EXPECT_LT(region_loss(kind, delay / 2), loss);
  EXPECT_EQ(region_loss(kind, 2 * delay), 0);
  QualityPoint point;
  point.latency_ms = 0;
  point.loss_ratio = loss * 1.01;
  EXPECT_EQ(verdict_of(point, kind, kLimits).acceptable, false);
  EXPECT_FALSE(why_outside(point, kind, kLimits).empty());
  point.loss_ratio = loss * 0.99;
  EXPECT_EQ(verdict_of(point, kind, kLimits).acceptable, true);
}

}  // namespace
}  // namespace jitterscope
