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

TEST(PriorityWords, Classes) {
  EXPECT_EQ(PrioritySetting::parse("default"), (PrioritySetting{Kind::kDefault, std::nullopt}));
  EXPECT_EQ(PrioritySetting::parse("nice"), (PrioritySetting{Kind::kNice, std::nullopt}));
  EXPECT_EQ(PrioritySetting::parse("nice:-5"), (PrioritySetting{Kind::kNice, -5}));
  EXPECT_EQ(PrioritySetting::parse("realtime:30"), (PrioritySetting{Kind::kRealtime, 30}));
  EXPECT_EQ(PrioritySetting::parse("rr:30"), (PrioritySetting{Kind::kRoundRobin, 30}));
  EXPECT_EQ(PrioritySetting::parse("deadline"), (PrioritySetting{Kind::kDeadline}));
  EXPECT_EQ(PrioritySetting::parse("deadline:2.5/10"),
            (PrioritySetting{Kind::kDeadline, {}, Duration::us(2500), Duration::ms(10)}));
  EXPECT_EQ(PrioritySetting::parse("slice:0.1"), (PrioritySetting{Kind::kSlice, {}, Duration::us(100)}));
}

TEST(PriorityWords, ReadBackAsTheSame) {
  for (const char* words :
       {"default", "nice", "nice:-20", "nice:19", "realtime", "realtime:1", "realtime:49", "rr", "rr:49", "deadline",
        "deadline:0.1/1", "deadline:500/1000", "slice", "slice:0.1", "slice:100"})
    EXPECT_EQ(PrioritySetting::parse(words).value().to_string(), words);
}

TEST(PriorityWords, OthersAreRefused) {
  for (const char* words : {"",
                            "rt",
                            "nice:",
                            "nice:20",
                            "nice:-21",
                            "nice:x",
                            "realtime:0",
                            "realtime:100",
                            "default:1",
                            "default:",
                            "rr:50",
                            "rr:",
                            "deadline:",
                            "deadline:2",
                            "deadline:2/",
                            "deadline:0.09/10",
                            "deadline:5.1/10",
                            "deadline:0.4/0.9",
                            "deadline:2/1001",
                            "deadline:2/10/3",
                            "deadline:nan/10",
                            "slice:0.09",
                            "slice:101",
                            "slice:",
                            "slice:x"})
    EXPECT_FALSE(PrioritySetting::parse(words)) << words;
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
