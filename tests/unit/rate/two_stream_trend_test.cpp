#include "tests/unit/rate/controlled_call.h"

namespace jitterscope {
namespace {

RateControlSetting by_the_trend_alone() {
  RateControlSetting setting;
  setting.controller = "two-stream-trend";
  return setting;
}

TEST(TwoStreamTrend, ARiseWithoutAVerdictDecidesNothingUntilItIsFar) {
  Call call(by_the_trend_alone());
  call.verdict = 0;
  call.run(4);
  call.rise_ms = 60;
  call.run(10);
  for (const RateDecided& decision : call.decisions) EXPECT_TRUE(decision.sending) << decision.reason.view();
  const std::size_t before = call.decisions.size();
  call.rise_ms = 300;
  call.run(2);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_FALSE(call.decisions[before].sending);
  EXPECT_TRUE(call.decisions[before].reason.view().starts_with("Delays stand 300 ms above the base: R_max becomes "));
}

TEST(TwoStreamTrend, AnIncreasingVerdictDecidesWhateverTheDelay) {
  Call call(by_the_trend_alone());
  call.verdict = 0;
  call.run(4);
  const std::size_t before = call.decisions.size();
  call.verdict = 1;
  call.rise_ms = 1;
  call.run(2);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_FALSE(call.decisions[before].sending);
  EXPECT_NE(call.decisions[before].reason.view().find("increasing phase"), std::string_view::npos);
}

}  // namespace
}  // namespace jitterscope
