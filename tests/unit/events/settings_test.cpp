#include "core/events/settings.h"

#include <gtest/gtest.h>

namespace jitterscope::settings_test {
namespace {

using Kind = PrioritySetting::Kind;

TEST(ShapingWords, Strategies) {
  EXPECT_EQ(ShapingSetting::parse("a"), (ShapingSetting{1, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("B"), (ShapingSetting{3, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("c"), (ShapingSetting{0, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("5,12.5"), (ShapingSetting{5, Duration::us(12'500)}));
  EXPECT_EQ(ShapingSetting::parse("b,60"), (ShapingSetting{3, Duration::ms(60)}));
}

TEST(ShapingWords, ReadBackAsTheSame) {
  for (const char* words : {"a", "b", "c", "2", "10000", "a,0", "b,60", "5,12.5", "c,0.001"})
    EXPECT_EQ(ShapingSetting::parse(words).value().to_string(), words);
  EXPECT_EQ(ShapingSetting::parse("1").value().to_string(), "a");
  EXPECT_EQ(ShapingSetting::parse("3,60").value().to_string(), "b,60");
}

TEST(ShapingWords, OthersAreRefused) {
  for (const char* words : {"", "d", "0", "-1", "10001", "a,", "a,-1", "a,x", "a,nan", "a,10001", "1.5", "a 5", ",5"})
    EXPECT_FALSE(ShapingSetting::parse(words)) << words;
}

TEST(PriorityWords, OneClassMeansTheFourMediaThreads) {
  std::string error;
  const auto settings = parse_priorities("realtime", error);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->size(), 4u);
  EXPECT_EQ(settings->at(ThreadRole::kVideoReceive).kind, Kind::kRealtime);
  EXPECT_FALSE(settings->contains(ThreadRole::kUi));
}

TEST(PriorityWords, AClassAThread) {
  std::string error;
  const auto settings = parse_priorities("audio-send=realtime:25,video-send=nice,recorder=default", error);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->size(), 3u);
  EXPECT_EQ(settings->at(ThreadRole::kAudioSend), (PrioritySetting{Kind::kRealtime, 25}));
  EXPECT_EQ(settings->at(ThreadRole::kVideoSend).kind, Kind::kNice);
}

TEST(PriorityWords, AWrongWordIsNamed) {
  for (const char* words : {"fast", "video-send=fast", "camera=nice", "audio-send=nice,x=y", "watchdog=default"}) {
    std::string error;
    EXPECT_FALSE(parse_priorities(words, error)) << words;
    EXPECT_FALSE(error.empty()) << words;
  }
}

}  // namespace
}  // namespace jitterscope::settings_test
