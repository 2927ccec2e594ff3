// The table of playout policies, made from the files of policies/, and what is chosen from it by words.
#include <gtest/gtest.h>

#include <all_playout_policies_count.h>
#include <set>

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope::policy_table_test {
namespace {

TEST(PlayoutPolicyTable, HasEveryPolicyOnceInTheOrderInWhichTheyAreShown) {
  std::string names;
  for (const auto& definition : playout_policies()) names += definition.name + " ";
  EXPECT_EQ(names, "e i optimum ramjee1 ramjee2 ramjee3 ramjee4 queue-monitoring ");
  EXPECT_EQ(playout_policies().size(), kPlayoutPolicies);
  std::set<int> places;
  for (const auto& definition : playout_policies())
    EXPECT_TRUE(places.insert(definition.place).second) << definition.name;
}

TEST(PlayoutPolicyTable, EachIsFoundMadeAndExplained) {
  for (const auto& definition : playout_policies()) {
    const PlayoutSetting setting = playout_setting_of(definition);
    EXPECT_EQ(find_playout_policy(definition.name), &definition);
    EXPECT_EQ(known_playout(setting.to_string()), setting) << definition.name;
    EXPECT_TRUE(make_playout_policy(setting, Medium::kAudio, Duration::ms(20))) << definition.name;
    EXPECT_FALSE(definition.label.empty()) << definition.name;
    EXPECT_GT(definition.sentence.size(), 30U) << definition.name;
    PlayoutSetting longest = setting;
    if (longest.delay) longest.delay = PlayoutSetting::kMostDelay - Duration::ms(1) / 1000;
    EXPECT_LT(longest.to_string().size(), sizeof(PlayoutSetting::policy)) << "an event holds no more";
  }
}

TEST(PlayoutPolicyTable, TheOneThatIsSetUnlessToldOtherwiseIsThere) {
  EXPECT_EQ(known_playout(PlayoutSetting{}.to_string()), PlayoutSetting{});
  EXPECT_TRUE(PlayoutSetting{}.is_fixed());
}

TEST(PlayoutPolicyTable, WhatIsNotThereIsRefused) {
  for (const std::string_view words : {"", "i", "i:", "i:-1", "i:2001", "i:nan", "i:60x", "I:60", "e:60", "ramjee5",
                                       "ramjee4:10", "optimum ", "a-word-of-thirty-bytes-or-more", "é"})
    EXPECT_FALSE(known_playout(words)) << words;
  EXPECT_THROW(make_playout_policy(*PlayoutSetting::parse("ramjee5"), Medium::kAudio, Duration::ms(20)),
               std::invalid_argument);
}

}  // namespace
}  // namespace jitterscope::policy_table_test
