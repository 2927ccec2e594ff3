#include "core/algorithms/signalling/line_budget.h"

#include <gtest/gtest.h>

namespace jitterscope::line_budget_test {
namespace {

constexpr LineLimits kLimits{1000, 10, 1000, Duration::seconds(2), false};

TEST(LineBudget, WhatTheTimeAllowsComesAtOnceAndThenOneByOne) {
  LineBudget budget;
  const Timestamp now = Timestamp::ns(5'000'000'000);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(budget.pay(10, now, kLimits), Duration()) << i;
  EXPECT_EQ(budget.pay(10, now, kLimits), Duration::ms(100));
  EXPECT_EQ(budget.pay(10, now, kLimits), Duration::ms(200));
  EXPECT_EQ(budget.pay(10, now + Duration::ms(300), kLimits), Duration());
}

TEST(LineBudget, LongLinesArePaidByTheirBytes) {
  LineBudget budget;
  const Timestamp now = Timestamp::ns(5'000'000'000);
  EXPECT_EQ(budget.pay(2000, now, kLimits), Duration());
  EXPECT_EQ(budget.pay(500, now, kLimits), Duration::ms(500));
}

TEST(LineBudget, ALongSilenceSavesNoMoreThanTheTimeAllows) {
  LineBudget budget;
  budget.pay(10, Timestamp::ns(0), kLimits);
  const Timestamp later = Timestamp::ns(3'600'000'000'000);
  for (int i = 0; i < 20; ++i) budget.pay(10, later, kLimits);
  EXPECT_EQ(budget.pay(10, later, kLimits), Duration::ms(100));
}

}  // namespace
}  // namespace jitterscope::line_budget_test
