#include "core/trace/payload_rule.h"

#include <gmock/gmock.h>

namespace jitterscope::payload_rule_test {
namespace {

using testing::HasSubstr;

TEST(PayloadRule, NamesMediumAndClock) {
  std::string error;
  const auto amr = parse_payload_rule("118=AMR/8000", error);
  ASSERT_TRUE(amr) << error;
  EXPECT_EQ(amr->type, 118);
  EXPECT_EQ(amr->medium, Medium::kAudio);
  EXPECT_EQ(amr->clock_rate_hz, 8000);
  EXPECT_EQ(amr->name, "AMR");
  const auto video = parse_payload_rule("97=video/90000", error);
  ASSERT_TRUE(video) << error;
  EXPECT_EQ(video->medium, Medium::kVideo);
  EXPECT_EQ(video->name, "");
  EXPECT_EQ(parse_payload_rule("0=h264/90000", error)->medium, Medium::kVideo);
  EXPECT_EQ(parse_payload_rule("111=opus/48000/2", error)->clock_rate_hz, 48000);
}

TEST(PayloadRule, SaysWhatIsWrong) {
  const auto refused = [](const char* text) {
    std::string error;
    EXPECT_FALSE(parse_payload_rule(text, error)) << text;
    return error;
  };
  for (const char* text : {"", "118", "118=AMR", "118/8000", "AMR/8000"})
    EXPECT_THAT(refused(text), HasSubstr("TYPE=MEDIUM/CLOCK"));
  for (const char* text : {"128=AMR/8000", "-1=AMR/8000", "x=AMR/8000", "=AMR/8000"})
    EXPECT_THAT(refused(text), HasSubstr("from 0 to 127"));
  for (const char* text : {"1=AMR/", "1=AMR/0", "1=AMR/8k", "1=AMR/99999999"})
    EXPECT_THAT(refused(text), HasSubstr("number of Hz"));
  EXPECT_THAT(refused("118=XYZ/8000"), HasSubstr("say audio or video in its place"));
}

}  // namespace
}  // namespace jitterscope::payload_rule_test
