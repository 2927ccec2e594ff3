#include "app/relay/control_proxy.h"

#include <gtest/gtest.h>

namespace jitterscope::control_flow_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

TEST(ControlFlow, HandsBytesOnInOrder) {
  ControlFlow flow;
  std::string out;
  flow.add("ab");
  flow.add("cd");
  flow.add("ef");
  flow.arrived(1, out);
  EXPECT_EQ(out, "");
  flow.arrived(0, out);
  EXPECT_EQ(out, "abcd");
  EXPECT_FALSE(flow.empty());
  flow.arrived(2, out);
  EXPECT_EQ(out, "abcdef");
  EXPECT_TRUE(flow.empty());
}

TEST(ControlFlow, IgnoresWhatArrivedBeforeOrNeverWas) {
  ControlFlow flow;
  std::string out;
  flow.add("ab");
  flow.arrived(0, out);
  flow.arrived(0, out);
  flow.arrived(7, out);
  flow.lost(0, at_ms(1));
  EXPECT_EQ(out, "ab");
  EXPECT_EQ(flow.resend_due(), std::nullopt);
}

TEST(ControlFlow, SendsALostSegmentAgainAfterTheTimeOut) {
  ControlFlow flow;
  flow.add("ab");
  flow.add("cd");
  flow.lost(1, at_ms(30));
  flow.lost(0, at_ms(50));
  EXPECT_EQ(flow.resend_due(), at_ms(230));
  EXPECT_EQ(flow.take_resend(at_ms(229)), std::nullopt);
  EXPECT_EQ(flow.take_resend(at_ms(230)), 1u);
  EXPECT_EQ(flow.take_resend(at_ms(230)), std::nullopt);
  EXPECT_EQ(flow.resend_due(), at_ms(267));
  EXPECT_EQ(flow.size(1), 2u);  // still inside
}

TEST(ControlFlow, ACopyThatArrivedMakesALossHarmless) {
  ControlFlow flow;
  std::string out;
  flow.add("ab");
  flow.add("cd");
  flow.arrived(1, out);
  flow.lost(1, at_ms(1));
  EXPECT_EQ(flow.resend_due(), std::nullopt);
}

TEST(ControlFlow, TakesNoMoreThanAWindow) {
  ControlFlow flow;
  std::string out;
  for (std::size_t i = 0; i < ControlFlow::kMostInside; ++i) {
    EXPECT_FALSE(flow.full());
    flow.add("x");
  }
  EXPECT_TRUE(flow.full());
  flow.arrived(0, out);
  EXPECT_FALSE(flow.full());
}

TEST(ControlFlow, WhatALinkDropsAtItsEndGoesAgain) {
  ControlFlow flow;
  std::string out;
  flow.add("ab");
  flow.add("cd");
  flow.add("ef");
  flow.arrived(1, out);
  flow.lost(2, at_ms(0));
  flow.lose_all(at_ms(10));
  std::vector<std::uint32_t> again;
  while (const auto number = flow.take_resend(at_ms(10) + kResendTime + kResendSpread)) again.push_back(*number);
  EXPECT_EQ(again, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(flow.take_resend(at_ms(1000)), std::nullopt);
}

TEST(ControlFlow, FlushGivesAllInOrder) {
  ControlFlow flow;
  std::string out = "0";
  flow.add("ab");
  flow.add("cd");
  flow.add("ef");
  flow.arrived(1, out);
  flow.lost(2, at_ms(1));
  EXPECT_EQ(flow.flush(out), 1);  // the first alone was on the link
  EXPECT_EQ(out, "0abcdef");
  EXPECT_TRUE(flow.empty());
  EXPECT_EQ(flow.add("gh"), 3u);  // numbers go on
}

}  // namespace
}  // namespace jitterscope::control_flow_test
