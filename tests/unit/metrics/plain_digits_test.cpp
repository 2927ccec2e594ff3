#include "core/metrics/plain_digits.h"

#include <gtest/gtest.h>

#include <limits>

namespace jitterscope::plain_digits_test {
namespace {

TEST(PlainDigits, NeverHaveAnExponent) {
  EXPECT_EQ(plain_digits(17234.6), "17235");
  EXPECT_EQ(plain_digits(17200), "17200");
  EXPECT_EQ(plain_digits(1.72e9), "1720000000");
  EXPECT_EQ(plain_digits(999.96), "1000");
  EXPECT_EQ(plain_digits(12.3456), "12.35");
  EXPECT_EQ(plain_digits(0.0123), "0.0123");
  EXPECT_EQ(plain_digits(0.000012346), "0.00001235");
  EXPECT_EQ(plain_digits(1e-12), "0");
  EXPECT_EQ(plain_digits(0), "0");
  EXPECT_EQ(plain_digits(-1e-12), "0");
  EXPECT_EQ(plain_digits(-24.5), "-24.5");
  EXPECT_EQ(plain_digits(0.125, 3), "0.125");
  EXPECT_EQ(plain_digits(std::numeric_limits<double>::quiet_NaN()), "-");
}

}  // namespace
}  // namespace jitterscope::plain_digits_test
