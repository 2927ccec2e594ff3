#include <gtest/gtest.h>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/rate_controllers.h"

namespace jitterscope::plain_controllers_test {
namespace {

double fixed_at(const std::string& words) {
  std::string error;
  const auto setting = RateControlSetting::parse(words, error);
  const auto controller = setting ? make_rate_controller({*setting, {}}, error) : nullptr;
  const auto decision = controller ? controller->step(Timestamp::ns(1)) : std::nullopt;
  EXPECT_TRUE(decision) << error;
  return decision ? decision->decided.target_kbps : 0;
}

TEST(FixedRate, KeepsToTheLimits) {
  EXPECT_EQ(fixed_at("fixed:500kbit"), 500);
  EXPECT_EQ(fixed_at("fixed:500kbit,max=300kbit"), 300);
  EXPECT_EQ(fixed_at("fixed:500kbit,min=700kbit"), 700);
}

TEST(FixedRate, SaysWhichRatesThereAre) {
  for (const char* words : {"fixed", "fixed:0", "fixed:99999999999gbit", "fixed:fast"}) {
    std::string error;
    const auto setting = RateControlSetting::parse(words, error);
    ASSERT_TRUE(setting) << error;
    EXPECT_FALSE(make_rate_controller({*setting, {}}, error)) << words;
    EXPECT_NE(error.find("100bit to 100gbit"), std::string::npos) << words << ": " << error;
  }
}

constexpr std::int64_t kBegin_s = 100;

std::unique_ptr<RateController> replay(const std::string& limits, std::vector<RateStep> schedule) {
  std::string error;
  const auto setting = RateControlSetting::parse("replay:rates.csv" + limits, error);
  auto controller = setting ? make_rate_controller({*setting, std::move(schedule)}, error) : nullptr;
  EXPECT_TRUE(controller) << error;
  return controller;
}

Timestamp after(double seconds) {
  return Timestamp() + Duration::seconds(kBegin_s) + Duration::from_seconds(seconds);
}

RateStep step(double at_s, double kbps, bool sending = true) {
  return {Duration::from_seconds(at_s), DataRate::kbits_per_second(kbps), sending};
}

TEST(Replay, StepsComeAtTheirTimes) {
  const auto controller = replay("", {step(0, 300), step(2, 0, false), step(3.5, 120)});
  const auto first = controller->step(after(0)), pause = controller->step(after(2)),
             last = controller->step(after(3.6));
  ASSERT_TRUE(first && pause && last);
  EXPECT_EQ(first->decided.target_kbps, 300);
  EXPECT_EQ(first->decided.reason.view(), "As recorded: step 1 of 3, at 0.0 s.");
  EXPECT_FALSE(pause->decided.sending);
  EXPECT_EQ(pause->decided.stage.view(), "break");
  EXPECT_EQ(last->decided.target_kbps, 120);
  EXPECT_FALSE(controller->step(after(3.7)));
}

TEST(Replay, BeforeItsFirstStepThePictureGoesAsItIsSet) {
  const auto controller = replay(",max=4mbit", {step(10, 300), step(20, 100)});
  const auto before = controller->step(after(0));
  ASSERT_TRUE(before);
  EXPECT_TRUE(before->decided.sending);
  EXPECT_EQ(before->decided.target_kbps, 4000) << "nothing recorded holds it back";
  EXPECT_EQ(before->decided.reason.view(),
            "The first of 2 steps is at 10.0 s: until then the picture goes as it is set.");
  EXPECT_FALSE(controller->step(after(9.9)));
  const auto first = controller->step(after(10));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->decided.target_kbps, 300);
  EXPECT_EQ(first->decided.reason.view(), "As recorded: step 1 of 2, at 10.0 s.");
}

TEST(Replay, LimitsHold) {
  const auto controller = replay(",min=50kbit,max=200kbit", {step(0, 300), step(1, 10)});
  EXPECT_EQ(controller->step(after(0))->decided.target_kbps, 200);
  EXPECT_EQ(controller->step(after(1))->decided.target_kbps, 50);
}

TEST(Replay, SaysWhatIsMissing) {
  RateControlSetting setting;
  setting.controller = "replay";
  std::string error;
  EXPECT_FALSE(make_rate_controller({setting, {}}, error));
  EXPECT_NE(error.find("file"), std::string::npos);
  setting.argument = "empty.csv";
  EXPECT_FALSE(make_rate_controller({setting, {}}, error));
  EXPECT_NE(error.find("empty.csv"), std::string::npos);
}

}  // namespace
}  // namespace jitterscope::plain_controllers_test
