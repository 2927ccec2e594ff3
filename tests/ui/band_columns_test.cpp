// Bands as columns of pixels.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ui/low_bands.h"
#include "ui/plots/band_columns.h"

namespace jitterscope::band_columns_test {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

TEST(BandColumns, ASpikeWithinAColumnIsNotLost) {
  const auto columns = band_columns({{10.1, 50, 60}, {10.4, 5, 60}, {10.7, 50, 80}}, 0, 100, false);
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns[0], QRectF(10, 5, 1, 75));
}

TEST(BandColumns, BetweenPointsItGoesStraightOrInSteps) {
  const std::vector<BandPoint> points{{10, 0, 10}, {14, 40, 90}};
  const auto straight = band_columns(points, 0, 100, false);
  ASSERT_EQ(straight.size(), 5U);
  EXPECT_EQ(straight[2], QRectF(12, 20, 1, 30));
  EXPECT_EQ(straight[4], QRectF(14, 40, 1, 50));
  const auto steps = band_columns(points, 0, 100, true);
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[3], QRectF(13, 0, 1, 10));
  EXPECT_EQ(steps[4], QRectF(14, 0, 1, 90)) << "both, where it changes";
}

TEST(LowBands, CoverTheAreaOnceAndAreLow) {
  const QRectF area(3, 10.5, 1, 200);
  const auto bands = low_bands(area);
  double covered = 0, next = area.top();
  for (const QRectF& band : bands) {
    EXPECT_EQ(band.top(), next);
    EXPECT_EQ(band.left(), area.left());
    EXPECT_EQ(band.width(), area.width());
    EXPECT_LT(band.height(), 96) << "Qt's threads take more";
    covered += band.height();
    next = band.bottom();
  }
  EXPECT_EQ(covered, 200);
  EXPECT_TRUE(low_bands(QRectF(0, 0, 5, 0)).empty());
}

TEST(BandColumns, AGapStaysOne) {
  const auto columns = band_columns({{10, 0, 10}, {12, kGap, kGap}, {15, 0, 10}, {17, 0, 10}}, 0, 100, false);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].left(), 10);
  EXPECT_EQ(columns[1].left(), 15);
}

TEST(BandColumns, WhatLiesOutsideIsNotDrawnAndCostsNothing) {
  const auto columns = band_columns({{-1e9, 0, 10}, {1e9, 0, 10}}, 20, 24, false);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns.front().left(), 20);
  EXPECT_EQ(columns.back().left(), 23);
  EXPECT_TRUE(band_columns({{5, 0, 10}}, 20, 20, false).empty());
  EXPECT_TRUE(band_columns({}, 0, 100, false).empty());
}

TEST(BandColumns, ALineHasNoArea) {
  EXPECT_TRUE(band_columns({{1, 7, 7}, {9, 8, 8}}, 0, 100, false).empty());
}

}  // namespace
}  // namespace jitterscope::band_columns_test
