#include "core/events/rate_setting.h"

#include <gtest/gtest.h>

namespace jitterscope::rate_setting_test {
namespace {

RateControlSetting parsed(std::string_view words) {
  std::string error;
  const auto setting = RateControlSetting::parse(words, error);
  EXPECT_TRUE(setting) << words << ": " << error;
  return setting.value_or(RateControlSetting{});
}

std::string refusal(std::string_view words) {
  std::string error;
  EXPECT_FALSE(RateControlSetting::parse(words, error)) << words;
  return error;
}

TEST(RateControlSetting, WordsReadBackAsTheSame) {
  for (const std::string words :
       {"off", "two-stream", "fixed:500kbit", "replay:a/b.jscope", "two-stream,min=30kbit,max=500kbit,keep=motion",
        "two-stream,pct-low=0.1,pct-high=0.6,pdt-low=0.2,pdt-high=0.7,epsilon=2ms"})
    EXPECT_EQ(parsed(words).to_string(), words);
}

TEST(RateControlSetting, LowAndHighAreOfBothTests) {
  const TrendSetting trend = parsed("two-stream,low=0.3,high=0.6").trend;
  EXPECT_EQ(trend, (TrendSetting{0.3, 0.6, 0.3, 0.6, Duration::us(500)}));
}

TEST(RateControlSetting, PresetComesFirstAndIsBentByWhatFollows) {
  TrendSetting pathload = TrendSetting::pathload();
  EXPECT_EQ(parsed("two-stream,preset=pathload").trend, pathload);
  pathload.epsilon = Duration::ms(1);
  EXPECT_EQ(parsed("two-stream,preset=pathload,epsilon=1ms").trend, pathload);
}

TEST(RateControlSetting, SaysWhatIsWrong) {
  EXPECT_NE(refusal("").find("controller"), std::string::npos);
  EXPECT_NE(refusal("max=3kbit").find("controller"), std::string::npos);
  EXPECT_NE(refusal("two-stream,max=fast").find("max is a rate of 100bit to 100gbit"), std::string::npos);
  for (const char* words : {"two-stream,low=2", "two-stream,low=1e-9"})
    EXPECT_NE(refusal(words).find("decimal number from 0 to 1"), std::string::npos) << words;
  EXPECT_NE(refusal("two-stream,low=0.6,high=0.5").find("above"), std::string::npos);
  EXPECT_NE(refusal("two-stream,keep=cats").find("sharpness"), std::string::npos);
  EXPECT_NE(refusal("two-stream,speed=1").find("known are"), std::string::npos);
  EXPECT_NE(refusal("two-stream,epsilon=2s").find("epsilon"), std::string::npos);
}

TEST(RateControlSetting, LimitsThatCrossNameBothValuesAndWhichIsADefault) {
  EXPECT_EQ(refusal("two-stream,max=10kbit"), "min=20kbit lies above max=10kbit: min is 20kbit unless it is named");
  EXPECT_EQ(refusal("off,max=3kbit"), "min=20kbit lies above max=3kbit: min is 20kbit unless it is named");
  EXPECT_EQ(refusal("two-stream,min=9mbit"), "min=9mbit lies above max=8mbit: max is 8mbit unless it is named");
  EXPECT_EQ(refusal("two-stream,min=1mbit,max=1kbit"), "min=1mbit lies above max=1kbit");
}

TEST(RateControlSetting, ACommaWithoutAWordAndAWordTwiceAreRefused) {
  EXPECT_NE(refusal("two-stream,").find("known are"), std::string::npos);
  EXPECT_NE(refusal("two-stream,max=1mbit,").find("known are"), std::string::npos);
  EXPECT_NE(refusal("two-stream,,max=1mbit").find("known are"), std::string::npos);
  EXPECT_EQ(refusal("two-stream,max=1mbit,max=2mbit"), "\"max=2mbit\": max stands there twice");
  EXPECT_EQ(refusal("two-stream,low=0.2,low=0.2"), "\"low=0.2\": low stands there twice");
  EXPECT_EQ(parsed("two-stream,low=0.3,pct-low=0.2").trend.pct_low, 0.2) << "of both, then of one";
}

TEST(TrendSetting, ACommaWithoutAWordIsRefused) {
  std::string error;
  EXPECT_FALSE(TrendSetting::parse("low=0.3,", error));
  EXPECT_NE(error.find("known are"), std::string::npos);
}

TEST(TrendSetting, EmptyIsThePapers) {
  std::string error;
  EXPECT_EQ(TrendSetting::parse("", error), TrendSetting{});
  EXPECT_EQ(TrendSetting{}.to_string(), "");
}

}  // namespace
}  // namespace jitterscope::rate_setting_test
