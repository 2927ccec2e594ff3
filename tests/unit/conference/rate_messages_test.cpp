// What descriptions say for rate control: thresholds of the sound, transport of the picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/conference/sample_descriptions.h"

namespace jitterscope::rate_messages_test {
namespace {

using testing::HasSubstr;

std::string offer(const Description& description) {
  std::string line = write_message(message::Offer{1, description});
  line.pop_back();
  return line;
}

std::string replaced(std::string line, const std::string& old, const std::string& now) {
  const auto at = line.find(old);
  EXPECT_NE(at, std::string::npos) << line;
  return line.replace(at, old.size(), now);
}

Description read(const std::string& line) {
  const MessageReading reading = read_message(line);
  EXPECT_TRUE(reading.message) << reading.problem.sentence;
  return reading.message ? std::get<message::Offer>(*reading.message).description : Description{};
}

TEST(RateMessages, ThresholdsAndTransportAreReadAsTheyWereWritten) {
  Description description = sample_description("Ada", 10);
  EXPECT_EQ(read(offer(description)), description);
  description.audio.trend = TrendSetting::pathload();
  description.video.transport = Transport::kTcp;
  EXPECT_EQ(read(offer(description)), description);
  std::string error;
  description.audio.trend = *TrendSetting::parse("low=0.3,pct-high=0.61,epsilon=1.5ms", error);
  EXPECT_EQ(read(offer(description)), description);
}

TEST(RateMessages, AnEndThatSaysNothingOfThemHasTheUsual) {
  std::string line = offer(sample_description("Ada", 10));
  line = replaced(line, R"(,"trend":"")", "");
  line = replaced(line, R"("transport":"udp",)", "");
  EXPECT_EQ(read(line), sample_description("Ada", 10));
}

TEST(RateMessages, WhatIsNoThresholdAndNoTransportIsRefusedInWords) {
  const std::string line = offer(sample_description("Ada", 10));
  const auto problem = [&](const std::string& old, const std::string& now) {
    const MessageReading reading = read_message(replaced(line, old, now));
    EXPECT_FALSE(reading.message);
    return reading.problem.sentence;
  };
  EXPECT_THAT(problem(R"("trend":"")", R"("trend":"low=2")"), HasSubstr("trend is not"));
  EXPECT_THAT(problem(R"("trend":"")", R"("trend":7)"), HasSubstr("trend"));
  EXPECT_THAT(problem(R"("transport":"udp")", R"("transport":"sctp")"), HasSubstr("transport"));
}

}  // namespace
}  // namespace jitterscope::rate_messages_test
