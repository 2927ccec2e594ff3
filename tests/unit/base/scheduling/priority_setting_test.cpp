#include "core/base/scheduling/priority_setting.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

using Kind = PrioritySetting::Kind;

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

}  // namespace
}  // namespace jitterscope
