// Bands as columns of pixels.
#include <gtest/gtest.h>

#include <limits>

#include "ui/low_bands.h"
#include "ui/plots/band_columns.h"

namespace jitterscope::band_columns_test {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
const QRectF kRoom(0, 0, 100, 100);

TEST(BandColumns, ASpikeWithinAColumnIsNotLost) {
  const auto columns = band_columns({{10.1, 50, 60}, {10.4, 5, 60}, {10.7, 50, 80}}, kRoom, false);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns[0], QRectF(10, 5, 1, 75));
}

TEST(BandColumns, BetweenPointsItGoesStraightOrInSteps) {
  const std::vector<BandPoint> points{{10, 0, 10}, {14, 40, 90}};
  const auto straight = band_columns(points, kRoom, false);
  ASSERT_EQ(straight.size(), 5U);
  EXPECT_EQ(straight[2], QRectF(12, 20, 1, 30));
  EXPECT_EQ(straight[4], QRectF(14, 40, 1, 50));
  const auto steps = band_columns(points, kRoom, true);
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[3], QRectF(13, 0, 1, 10));
  EXPECT_EQ(steps[4], QRectF(14, 0, 1, 90)) << "both, where it changes";
}

TEST(LowBands, CoverTheAreaOnceAndAreLow) {
  const QRectF area(3, 10.5, 1, 200);
  for (const double ratio : {1.0, 1.1, 1.5, 2.0, 3.0}) {
    double next = area.top();
    for (const QRectF& band : low_bands(area, ratio)) {
      EXPECT_DOUBLE_EQ(band.top(), next);
      EXPECT_EQ(band.left(), area.left());
      EXPECT_EQ(band.width(), area.width());
      EXPECT_LT(band.height() * ratio, 95) << "Qt's threads take more";
      next = band.bottom();
    }
    EXPECT_DOUBLE_EQ(next, area.bottom());
  }
  EXPECT_TRUE(low_bands(QRectF(0, 0, 5, 0)).empty());
}

TEST(BandColumns, AGapStaysOne) {
  const auto columns = band_columns({{10, 0, 10}, {12, kGap, kGap}, {15, 0, 10}, {17, 0, 10}}, kRoom, false);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].left(), 10);
  EXPECT_EQ(columns[1].left(), 15);
}

/// A limit of a series may be of any size in a file, and what is far above would be many bands.
TEST(BandColumns, AboveAndBelowTheyEndWithTheRoom) {
  for (const double far : {-4e18, -std::numeric_limits<double>::infinity()}) {
    const std::vector<BandPoint> points{{10, far, 60}, {12, kGap, kGap}, {20, 3, -far}, {22, kGap, kGap},
                                        {30, far, 4},  {32, kGap, kGap}, {40, 96, -far}};
    const auto columns = band_columns(points, QRectF(0, 5, 100, 90), true);
    ASSERT_EQ(columns.size(), 2U) << "what lies above or below alone is not there";
    EXPECT_EQ(columns[0], QRectF(10, 5, 1, 55));
    EXPECT_EQ(columns[1], QRectF(20, 5, 1, 90));
  }
}

TEST(BandColumns, WhatLiesOutsideIsNotDrawnAndCostsNothing) {
  const auto columns = band_columns({{-1e9, 0, 10}, {1e9, 0, 10}}, QRectF(20, 0, 4, 100), false);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns.front().left(), 20);
  EXPECT_EQ(columns.back().left(), 23);
  EXPECT_TRUE(band_columns({{5, 0, 10}}, QRectF(20, 0, 0, 100), false).empty());
  EXPECT_TRUE(band_columns({}, kRoom, false).empty());
}

TEST(BandColumns, ALineHasNoArea) {
  EXPECT_TRUE(band_columns({{1, 7, 7}, {9, 8, 8}}, kRoom, false).empty());
}

}  // namespace
}  // namespace jitterscope::band_columns_test
