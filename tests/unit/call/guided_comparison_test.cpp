#include "core/call/guided_comparison.h"

#include <gtest/gtest.h>

#include <map>

namespace jitterscope::guided_comparison_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000);

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

/// My counters 0 -> 6; their block 256 -> 171; my block 256 -> 171 in the first half, 160 in the second.
ComparisonPlan plan() {
  return {DemonstrationKind::kPriority,
          "default",
          "realtime",
          {{SetCpuLoad{6}, {}, SetCpuLoad{0}},
           {SetAudioBlock{171, End::kTheirs}, {}, SetAudioBlock{256, End::kTheirs}, true},
           {SetAudioBlock{171}, SetAudioBlock{160}, SetAudioBlock{256}}}};
}

/// Both ends, as a session sees them: "cpu-load", "mine" and "theirs" are the blocks.
struct Call {
  std::map<std::string, int> now{{"cpu-load", 0}, {"mine", 256}, {"theirs", 256}};
  bool consents = true;

  static std::pair<std::string, int> wanted(const Command& command) {
    if (const auto* load = std::get_if<SetCpuLoad>(&command)) return {"cpu-load", load->counters};
    const auto& block = std::get<SetAudioBlock>(command);
    return {block.end == End::kTheirs ? "theirs" : "mine", block.bytes};
  }
  bool stands(const Command& command) const { return now.at(wanted(command).first) == wanted(command).second; }
  std::vector<std::pair<std::string, int>> follow(const GuidedComparison::Step& step) {
    std::vector<std::pair<std::string, int>> followed;
    for (const Command& command : step.commands) {
      followed.push_back(wanted(command));
      if (consents || followed.back().first != "theirs") now[followed.back().first] = followed.back().second;
    }
    return followed;
  }
};

using Followed = std::vector<std::pair<std::string, int>>;

class GuidedComparisonTest : public testing::Test {
 protected:
  std::string tick(double seconds) {
    const auto step = comparison_.tick(at(seconds), stands_);
    followed_ = call_.follow(step);
    return step.mark;
  }
  std::string stop() {
    const auto step = comparison_.stop(stands_);
    followed_ = call_.follow(step);
    return step.mark;
  }
  Call call_;
  const Stands stands_ = [this](const Command& command) { return call_.stands(command); };
  GuidedComparison comparison_;
  Followed followed_;
};

TEST_F(GuidedComparisonTest, SetsHoldsSwitchesHoldsAndRestoresBackwards) {
  auto step = comparison_.begin(plan(), kBegan);
  EXPECT_EQ(step.mark, "settling priority");
  EXPECT_EQ(call_.follow(step), (Followed{{"cpu-load", 6}, {"theirs", 171}, {"mine", 171}}));
  EXPECT_EQ(tick(3.9), "");
  EXPECT_EQ(tick(4), "before default");
  EXPECT_TRUE(followed_.empty());
  EXPECT_EQ(tick(13.9), "");
  EXPECT_EQ(tick(14), "switching");
  EXPECT_EQ(followed_, (Followed{{"mine", 160}})) << "the rest stays";
  EXPECT_EQ(tick(17), "after realtime");
  EXPECT_EQ(tick(26.9), "");
  EXPECT_TRUE(comparison_.running());
  EXPECT_EQ(tick(27), "done");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"theirs", 256}, {"cpu-load", 0}}));
  EXPECT_FALSE(comparison_.running());
  EXPECT_EQ(tick(60), "");
  EXPECT_EQ(stop(), "");
}

TEST_F(GuidedComparisonTest, StoppingRestoresAtOnce) {
  EXPECT_EQ(stop(), "");
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(call_.now, Call{}.now);
  EXPECT_FALSE(comparison_.running());
}

TEST_F(GuidedComparisonTest, WhatTheUserSetsMeanwhileStaysAndStopsIt) {
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(tick(4), "before default");
  call_.now["mine"] = 160;  // even if it is what the second half would set
  EXPECT_EQ(tick(5), "stopped");
  EXPECT_EQ(call_.now, (std::map<std::string, int>{{"cpu-load", 0}, {"mine", 160}, {"theirs", 256}}));
}

TEST_F(GuidedComparisonTest, WhatCannotBeHadStopsIt) {
  call_.follow(comparison_.begin(plan(), kBegan));
  call_.now["cpu-load"] = 0;
  EXPECT_EQ(tick(0.1), "stopped");
  EXPECT_EQ(call_.now, Call{}.now);
}

TEST_F(GuidedComparisonTest, AFarEndThatSetsItselfOtherwiseKeepsThat) {
  call_.follow(comparison_.begin(plan(), kBegan));
  call_.now["theirs"] = 80;
  EXPECT_EQ(tick(4), "before default") << "it may; the comparison goes on";
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(call_.now.at("theirs"), 80);
}

TEST_F(GuidedComparisonTest, AFarEndThatHasNotAnsweredYetIsAskedBack) {
  call_.consents = false;  // or is slow
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"theirs", 256}, {"cpu-load", 0}}));
}

TEST_F(GuidedComparisonTest, WhatTheFarEndRefusesIsAskedNeitherAgainNorBack) {
  call_.consents = false;
  ComparisonPlan asks = plan();
  asks.settings[1].after = SetAudioBlock{160, End::kTheirs};
  call_.follow(comparison_.begin(std::move(asks), kBegan));
  comparison_.leave_out(SetAudioBlock{171, End::kMine});
  EXPECT_EQ(tick(4), "before default") << "this end goes on";
  EXPECT_EQ(tick(14), "switching");
  EXPECT_EQ(followed_, (Followed{{"mine", 160}}));
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"cpu-load", 0}}));
}

TEST(AskedOfFarEnd, IsWhatItIsToSetOfItsOwn) {
  const auto asked = asked_of_far_end(SetAudioBlock{171, End::kBoth});
  ASSERT_TRUE(asked);
  EXPECT_EQ(setting_name(*asked) + " " + setting_value(*asked), "audio-block 171");
  EXPECT_EQ(std::get<SetAudioBlock>(*asked).end, End::kMine);
  EXPECT_FALSE(asked_of_far_end(SetAudioBlock{171, End::kMine}));
  EXPECT_FALSE(asked_of_far_end(SetCpuLoad{6}));
  const auto shaping = asked_of_far_end(SetShaping{*ShapingSetting::parse("c"), End::kTheirs});
  ASSERT_TRUE(shaping);
  EXPECT_EQ(setting_value(*shaping), "c");
  const auto priority = asked_of_far_end(SetPriority{ThreadRole::kVideoSend, {}, End::kTheirs});
  ASSERT_TRUE(priority);
  EXPECT_EQ(setting_name(*priority), "priority.video-send");
}

}  // namespace
}  // namespace jitterscope::guided_comparison_test
