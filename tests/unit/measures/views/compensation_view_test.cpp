#include "core/measures/views/compensation_view.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

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
}  // namespace jitterscope
