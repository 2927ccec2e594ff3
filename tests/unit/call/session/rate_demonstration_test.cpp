#include "core/call/session/demonstration_plans.h"

#include <gtest/gtest.h>

namespace jitterscope::rate_demonstration_test {
namespace {

RateStart start() {
  RateStart start;
  start.picture_kbps = 900;
  start.sound_kbps = 81;
  return start;
}

const AnySetting* setting_of(const ComparisonPlan& plan, std::string_view name) {
  for (const ComparedSetting& setting : plan.settings)
    if (name_of(setting.before) == name) return &setting.before;
  return nullptr;
}

TEST(RateDemonstration, TheLinkCarriesHalfOfThePictureBesideTheSound) {
  const LinkSettings link = demonstration_link(start());
  EXPECT_DOUBLE_EQ(link.up.rate->bits_per_second(), 531e3);
  EXPECT_EQ(*link.up.limit_bytes, 26'550) << "0.4 s";
  EXPECT_EQ(link.down, LinkSetting{}) << "the reports come back as before";
}

TEST(RateDemonstration, ComparesThisEndWithoutAndWithTheController) {
  RateStart own = start();
  std::string error;
  own.control = *RateControlSetting::parse("fixed:300kbit,keep=motion,epsilon=1ms", error);
  const ComparisonPlan plan = rate_plan(own);
  EXPECT_EQ(plan.kind, DemonstrationKind::kRateControl);
  EXPECT_EQ(plan.before, "off");
  EXPECT_EQ(plan.after, "two-stream");
  int switched = 0;
  for (const ComparedSetting& setting : plan.settings) {
    EXPECT_FALSE(setting.of_remote()) << "nothing is asked of the remote";
    switched += setting.after.has_value();
  }
  EXPECT_EQ(switched, 1) << "only the controller differs";
  const auto* before = setting_of(plan, "rate-control");
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(words_of(*before), "off,keep=motion,epsilon=1ms") << "thresholds of the user's";
  ASSERT_NE(setting_of(plan, "transport"), nullptr);
  EXPECT_EQ(words_of(*setting_of(plan, "transport")), "udp");
}

TEST(RateDemonstration, ALimitBelowWhatTheLinkLeavesIsNotTheControllers) {
  RateStart low = start();
  std::string error;
  low.control = *RateControlSetting::parse("two-stream,max=60kbit", error);
  const ComparisonPlan plan = rate_plan(low);
  for (const ComparedSetting& setting : plan.settings)
    if (setting.after) { EXPECT_EQ(words_of(*setting.after), "two-stream"); }
}

}  // namespace
}  // namespace jitterscope::rate_demonstration_test
