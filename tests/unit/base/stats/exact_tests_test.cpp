#include "core/base/stats/exact_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace jitterscope::exact_tests_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(SignFlip, CountsTheWaysInWhichSignsCouldHaveFallen) {
  // Of eight ways ±1 ±2 ±3 two sum to at least 6 in magnitude, and one to at least 6.
  EXPECT_DOUBLE_EQ(sign_flip_p(std::vector{1.0, 2.0, 3.0}, 0), 2.0 / 8);
  EXPECT_DOUBLE_EQ(sign_flip_p_above(std::vector{1.0, 2.0, 3.0}, 0), 1.0 / 8);
  // 1 + 2 - 3 = 0: every way is at least as far.
  EXPECT_DOUBLE_EQ(sign_flip_p(std::vector{1.0, 2.0, -3.0}, 0), 1);
  EXPECT_DOUBLE_EQ(sign_flip_p(std::vector{4.0, 5.0, 6.0}, 3), 2.0 / 8) << "about 3 these are 1, 2, 3";
  EXPECT_DOUBLE_EQ(sign_flip_p(std::vector{3.0, 3.0}, 3), 1) << "nothing differs";
  EXPECT_DOUBLE_EQ(sign_flip_p({}, 0), 1);
}

TEST(SignFlip, ManyValuesAreDrawnAndNeverGiveZero) {
  const std::vector<double> far(40, 1.0);
  EXPECT_GT(sign_flip_p(far, 0), 0);
  EXPECT_LT(sign_flip_p(far, 0), 1e-4);
  std::vector<double> even;
  for (int i = 0; i < 40; ++i) even.push_back(i % 2 ? 1 : -1);
  EXPECT_GT(sign_flip_p(even, 0), 0.9);
}

TEST(Binomial, TwiceTheSmallerTail) {
  EXPECT_NEAR(binomial_p(0, 5, 0.5), 2.0 / 32, 1e-12);
  EXPECT_NEAR(binomial_p(5, 5, 0.5), 2.0 / 32, 1e-12);
  EXPECT_DOUBLE_EQ(binomial_p(3, 6, 0.5), 1);
  EXPECT_DOUBLE_EQ(binomial_p(0, 0, 0.5), 1);
}

TEST(Holm, StepsDownFromTheSmallest) {
  EXPECT_THAT(holm_adjusted(std::vector{0.01, 0.04, 0.03}),
              ElementsAre(DoubleNear(0.03, 1e-12), DoubleNear(0.06, 1e-12), DoubleNear(0.06, 1e-12)));
  EXPECT_THAT(holm_adjusted(std::vector{0.9, 0.8}), ElementsAre(1, 1));
  EXPECT_TRUE(holm_adjusted({}).empty());
}

TEST(Holm, NinePairsCarryTwelveFindings) {
  EXPECT_EQ(pairs_for(12), 9);
  EXPECT_EQ(pairs_for(13), 10);
  EXPECT_EQ(pairs_for(1), 6);
}

TEST(Wilson, NoneOfFiftyIsNotNothing) {
  const Interval95 none = wilson_interval(0, 50), all = wilson_interval(50, 50);
  EXPECT_DOUBLE_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.0713, 1e-4);
  EXPECT_NEAR(all.low, 0.9287, 1e-4);
  EXPECT_DOUBLE_EQ(all.high, 1);
}

}  // namespace
}  // namespace jitterscope::exact_tests_test
