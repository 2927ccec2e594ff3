#include "core/call/path/read_budget.h"

#include <gtest/gtest.h>

namespace jitterscope::read_budget_test {
namespace {

Timestamp at_ms(double ms) {
  return Timestamp::ns(1) + Duration::from_seconds(ms / 1e3);
}

TEST(ReadBudget, ABurstPassesAndMoreIsWaitedFor) {
  ReadBudget budget;
  ASSERT_TRUE(budget.may_read(at_ms(0)));
  budget.spend_bytes(15'999'999);
  EXPECT_TRUE(budget.may_read(at_ms(0)));
  budget.spend_bytes(1'280'001);
  EXPECT_FALSE(budget.may_read(at_ms(0)));
  EXPECT_NEAR(budget.wait().ms(), 10, 0.01);
  EXPECT_FALSE(budget.may_read(at_ms(9.9)));
  EXPECT_TRUE(budget.may_read(at_ms(10.1)));
  EXPECT_EQ(budget.wait(), Duration());
}

TEST(ReadBudget, WhatIsSavedIsBounded) {
  ReadBudget budget;
  ASSERT_TRUE(budget.may_read(at_ms(3'600'000)));
  budget.spend_bytes(16'000'000);
  EXPECT_FALSE(budget.may_read(at_ms(3'600'000)));
}

TEST(ReadBudget, SmallPacketsAndConnectionsCostTheWorkOfHandlingThem) {
  ReadBudget budget;
  ASSERT_TRUE(budget.may_read(at_ms(0)));
  for (int i = 0; i < 53'334; ++i) budget.spend_packet();
  EXPECT_FALSE(budget.may_read(at_ms(0)));
  ReadBudget other;
  ASSERT_TRUE(other.may_read(at_ms(0)));
  for (int i = 0; i < 250; ++i) other.spend_connection();
  EXPECT_FALSE(other.may_read(at_ms(0)));
}

}  // namespace
}  // namespace jitterscope::read_budget_test
