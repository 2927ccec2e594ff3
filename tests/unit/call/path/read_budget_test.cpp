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
  budget.spend(15'999'999);
  EXPECT_TRUE(budget.may_read(at_ms(0)));
  budget.spend(1'280'001);
  EXPECT_FALSE(budget.may_read(at_ms(0)));
  EXPECT_NEAR(budget.wait().ms(), 10, 0.01);
  EXPECT_FALSE(budget.may_read(at_ms(9.9)));
  EXPECT_TRUE(budget.may_read(at_ms(10.1)));
  EXPECT_EQ(budget.wait(), Duration());
}

TEST(ReadBudget, WhatIsSavedIsBounded) {
  ReadBudget budget;
  ASSERT_TRUE(budget.may_read(at_ms(3'600'000)));
  budget.spend(16'000'000);
  EXPECT_FALSE(budget.may_read(at_ms(3'600'000)));
}

TEST(ReadBudget, SmallPacketsCostTheWorkOfHandlingThem) {
  ReadBudget budget;
  ASSERT_TRUE(budget.may_read(at_ms(0)));
  for (int i = 0; i < 16'000; ++i) budget.spend(1);
  EXPECT_FALSE(budget.may_read(at_ms(0)));
}

}  // namespace
}  // namespace jitterscope::read_budget_test
