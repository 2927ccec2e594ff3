#include <gtest/gtest.h>

#include "core/algorithms/rate/rate_controller.h"

namespace jitterscope::fixed_test {
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

}  // namespace
}  // namespace jitterscope::fixed_test
