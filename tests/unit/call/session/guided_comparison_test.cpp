#include "core/call/session/guided_comparison.h"

#include <gtest/gtest.h>

#include <map>

#include "core/events/setting_layers.h"

namespace jitterscope::guided_comparison_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000);

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

std::string mark_of(const GuidedComparison::Step& step) {
  return step.entered ? demonstration_words(*step.entered) : "";
}

/// My counters 0 -> 6; their block 256 -> 171; my block 256 -> 171 in the first half, 160 in the second.
ComparisonPlan plan() {
  return {DemonstrationKind::kPriority,
          "default",
          "realtime",
          {{SetCpuLoad{6}, {}, {}},
           {SetAudioBlock{171, End::kRemote}, {}, SetAudioBlock{256, End::kRemote}},
           {SetAudioBlock{171}, SetAudioBlock{160}, {}}}};
}

/// Both ends, as a session sees them: "cpu-load", "mine" and "theirs" are the blocks.
struct Call {
  SettingLayers mine{CallSettings{}};
  int theirs = 256;
  bool consents = true;

  static std::pair<std::string, int> wanted(const AnySetting& setting) {
    if (const auto* load = std::get_if<SetCpuLoad>(&setting)) return {"cpu-load", load->value};
    if (const auto* load = std::get_if<SetVideoLoad>(&setting)) return {"video-load", load->value};
    const auto& block = std::get<SetAudioBlock>(setting);
    return {block.end == End::kRemote ? "theirs" : "mine", block.value};
  }
  std::map<std::string, int> now() const {
    return {{"cpu-load", mine->cpu_load},
            {"video-load", mine->video_load},
            {"mine", mine->audio_block},
            {"theirs", theirs}};
  }
  bool stands(const AnySetting& setting) const { return now().at(wanted(setting).first) == wanted(setting).second; }
  /// What was set by it.
  std::vector<std::pair<std::string, int>> follow(const GuidedComparison::Step& step) {
    std::vector<std::pair<std::string, int>> followed;
    if (step.over)
      for (const AnySetting& below : mine.leave(SettingLayer::kDemonstration)) followed.push_back(wanted(below));
    for (const AnySetting& setting : step.settings) {
      followed.push_back(wanted(setting));
      if (end_of(setting) == End::kLocal) mine.put(setting, SettingLayer::kDemonstration);
      if (end_of(setting) == End::kRemote && consents) theirs = followed.back().second;
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
    return mark_of(step);
  }
  void pace(DemonstrationPace wanted, double seconds) { comparison_.set_pace(wanted, at(seconds)); }
  /// Paused at once, its first half begun as the setting settled.
  void begin_paused(ComparisonPlan plan) {
    call_.follow(comparison_.begin(std::move(plan), kBegan));
    pace(DemonstrationPace::kPause, 1);
    pace(DemonstrationPace::kStep, 2);
    EXPECT_EQ(tick(3.9), "") << "what is set has its time to settle";
    EXPECT_EQ(tick(4), "before default");
  }
  std::string stop() {
    const auto step = comparison_.stop(stands_);
    followed_ = call_.follow(step);
    return mark_of(step);
  }
  Call call_;
  const Stands stands_ = [this](const AnySetting& setting) { return call_.stands(setting); };
  GuidedComparison comparison_;
  Followed followed_;
};

TEST_F(GuidedComparisonTest, SetsHoldsSwitchesHoldsAndRestoresBackwards) {
  auto step = comparison_.begin(plan(), kBegan);
  EXPECT_EQ(mark_of(step), "settling priority");
  EXPECT_EQ(call_.follow(step), (Followed{{"cpu-load", 6}, {"theirs", 171}, {"mine", 171}}));
  EXPECT_EQ(tick(3.9), "");
  EXPECT_EQ(tick(4), "before default");
  EXPECT_TRUE(followed_.empty());
  EXPECT_EQ(tick(18.9), "");
  EXPECT_EQ(tick(19), "switching");
  EXPECT_EQ(followed_, (Followed{{"mine", 160}})) << "the rest stays";
  EXPECT_EQ(tick(22), "after realtime");
  EXPECT_EQ(tick(36.9), "");
  EXPECT_TRUE(comparison_.running());
  EXPECT_EQ(tick(37), "done");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"cpu-load", 0}, {"theirs", 256}}));
  EXPECT_FALSE(comparison_.running());
  EXPECT_EQ(tick(60), "");
  EXPECT_EQ(stop(), "");
}

TEST_F(GuidedComparisonTest, PausedItBeginsNothingNew) {
  pace(DemonstrationPace::kPause, 0);  // none runs
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(tick(4), "before default");
  pace(DemonstrationPace::kPause, 10);
  EXPECT_EQ(tick(19), "");
  EXPECT_EQ(tick(60), "");
  pace(DemonstrationPace::kGoOn, 61);
  EXPECT_EQ(tick(61), "switching");
  EXPECT_EQ(tick(63.9), "");
  EXPECT_EQ(tick(64), "after realtime") << "as long as ever";
  pace(DemonstrationPace::kPause, 65);
  pace(DemonstrationPace::kGoOn, 66);
  EXPECT_EQ(tick(78.9), "") << "a pause within a phase costs nothing";
  EXPECT_EQ(tick(79), "done");
}

TEST_F(GuidedComparisonTest, PausedItIsGoneThroughStepByStep) {
  begin_paused(plan());
  EXPECT_EQ(tick(40), "");
  pace(DemonstrationPace::kStep, 40);
  EXPECT_EQ(tick(40), "switching");
  pace(DemonstrationPace::kStep, 41);
  EXPECT_EQ(tick(42.9), "") << "nor is this cut short";
  EXPECT_EQ(tick(43), "after realtime") << "or held";
  EXPECT_EQ(tick(100), "") << "the second half is";
  pace(DemonstrationPace::kStep, 100);
  EXPECT_EQ(tick(100), "done");
  EXPECT_EQ(call_.now(), Call{}.now());
}

TEST_F(GuidedComparisonTest, AStepIsOfOneThatIsPaused) {
  call_.follow(comparison_.begin(plan(), kBegan));
  pace(DemonstrationPace::kStep, 1);
  tick(4);
  pace(DemonstrationPace::kStep, 15);
  EXPECT_EQ(tick(18.9), "");
}

TEST_F(GuidedComparisonTest, PausedBeforeAHalfTheHalfIsAsLongAsEver) {
  call_.follow(comparison_.begin(plan(), kBegan));
  pace(DemonstrationPace::kPause, 1);
  EXPECT_EQ(tick(60), "");
  pace(DemonstrationPace::kStep, 60);
  EXPECT_EQ(tick(60), "before default");
  pace(DemonstrationPace::kGoOn, 61);
  EXPECT_EQ(tick(74.9), "");
  EXPECT_EQ(tick(75), "switching");
}

TEST_F(GuidedComparisonTest, AHalfThatIsCutShortIsFiveSecondsLong) {
  begin_paused(plan());
  pace(DemonstrationPace::kStep, 4.1);  // a double click
  EXPECT_EQ(tick(8.9), "");
  EXPECT_EQ(tick(9), "switching");
}

/// How long a controller of the rate takes is what is shown.
TEST_F(GuidedComparisonTest, PausedOfRateControlNothingLiesBetweenTheSwitchAndTheSecondHalf) {
  ComparisonPlan rate = plan();
  rate.kind = DemonstrationKind::kRateControl;
  begin_paused(std::move(rate));
  pace(DemonstrationPace::kStep, 50);
  EXPECT_EQ(tick(50), "switching");
  EXPECT_EQ(tick(50.1), "after realtime");
}

TEST_F(GuidedComparisonTest, APauseEndsWithItsComparisonAndHidesNothing) {
  begin_paused(plan());
  EXPECT_EQ(stop(), "stopped");
  call_.follow(comparison_.begin(plan(), at(100)));
  EXPECT_EQ(tick(104), "before default") << "the next one is not paused";
  pace(DemonstrationPace::kPause, 105);
  call_.mine.put(SetAudioBlock{160});
  EXPECT_EQ(tick(106), "stopped") << "nor does a pause hide what the user has set";
}

/// The counters go to 9 in a repetition, and the blocks of this end stay at 171 in its first half.
class RepeatedComparison : public GuidedComparisonTest {
 protected:
  void SetUp() override {
    ComparisonPlan repeated = plan();
    repeated.harder = {SetCpuLoad{9}, SetVideoLoad{2}};
    call_.follow(comparison_.begin(std::move(repeated), kBegan));
    for (const double seconds : {4, 19, 22}) tick(seconds);
  }
  std::string tick(double seconds) {
    const auto step = comparison_.tick(at(seconds), stands_, [this] { return ++asked_, undecided_; });
    followed_ = call_.follow(step);
    return mark_of(step);
  }
  bool undecided_ = true;
  int asked_ = 0;
};

TEST_F(RepeatedComparison, WhatDecidedNothingIsRepeatedOnceUnderHarderConditions) {
  EXPECT_EQ(tick(36.9), "");
  EXPECT_EQ(asked_, 0) << "the second half is not over";
  EXPECT_EQ(tick(37), "settling priority");
  EXPECT_EQ(followed_, (Followed{{"cpu-load", 9}, {"theirs", 171}, {"mine", 171}, {"video-load", 2}}));
  EXPECT_EQ(tick(41), "before default");
  EXPECT_EQ(tick(56), "switching");
  EXPECT_EQ(followed_, (Followed{{"mine", 160}}));
  EXPECT_EQ(tick(59), "after realtime");
  EXPECT_EQ(tick(74), "done") << "not a third time";
  EXPECT_EQ(call_.now(), Call{}.now());
  EXPECT_EQ(asked_, 1);
}

TEST_F(RepeatedComparison, WhatWasCutShortIsNotRepeated) {
  pace(DemonstrationPace::kPause, 23);
  pace(DemonstrationPace::kStep, 30);
  EXPECT_EQ(tick(30), "done");
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(call_.now(), Call{}.now());
}

TEST_F(RepeatedComparison, PausedARepetitionWaitsToo) {
  pace(DemonstrationPace::kPause, 23);
  EXPECT_EQ(tick(90), "");
  pace(DemonstrationPace::kStep, 90);
  EXPECT_EQ(tick(90), "settling priority");
  EXPECT_EQ(tick(120), "");
  pace(DemonstrationPace::kGoOn, 120);
  EXPECT_EQ(tick(120), "before default");
  EXPECT_EQ(tick(135), "switching");
}

TEST_F(RepeatedComparison, WhatIsDecidedIsNotRepeated) {
  undecided_ = false;
  EXPECT_EQ(tick(37), "done");
  EXPECT_EQ(call_.now(), Call{}.now());
}

TEST_F(RepeatedComparison, WhatTheRemoteHasSetItselfMeanwhileStays) {
  call_.theirs = 80;
  EXPECT_EQ(tick(37), "settling priority");
  EXPECT_EQ(call_.theirs, 80);
  for (const double seconds : {41, 56, 59, 74}) tick(seconds);
  EXPECT_EQ(call_.theirs, 80) << "nor is it asked back";
}

TEST_F(RepeatedComparison, TheNextOneIsRepeatedToo) {
  for (const double seconds : {37, 41, 56, 59, 74}) tick(seconds);
  ComparisonPlan next = plan();
  next.harder = {SetCpuLoad{9}};
  call_.follow(comparison_.begin(std::move(next), at(100)));
  for (const double seconds : {104, 119, 122}) tick(seconds);
  EXPECT_EQ(tick(137), "settling priority");
}

TEST_F(GuidedComparisonTest, WhatTheUserSetsMeanwhileStaysAndStopsIt) {
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(tick(4), "before default");
  call_.mine.put(SetAudioBlock{160});  // even if it is what the second half would set
  EXPECT_EQ(tick(5), "stopped");
  EXPECT_EQ(call_.now(),
            (std::map<std::string, int>{{"cpu-load", 0}, {"video-load", 0}, {"mine", 160}, {"theirs", 256}}));
}

TEST_F(GuidedComparisonTest, WhatCannotBeHadStopsIt) {
  call_.follow(comparison_.begin(plan(), kBegan));
  call_.mine.put(SetCpuLoad{0});
  EXPECT_EQ(tick(0.1), "stopped");
  EXPECT_EQ(call_.now(), Call{}.now());
}

TEST_F(GuidedComparisonTest, ARemoteThatSetsItselfOtherwiseKeepsThat) {
  call_.follow(comparison_.begin(plan(), kBegan));
  call_.theirs = 80;
  EXPECT_EQ(tick(4), "before default") << "it may; the comparison goes on";
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(call_.theirs, 80);
}

TEST_F(GuidedComparisonTest, ARemoteThatHasNotAnsweredYetIsAskedBack) {
  call_.consents = false;  // or is slow
  call_.follow(comparison_.begin(plan(), kBegan));
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"cpu-load", 0}, {"theirs", 256}}));
}

TEST_F(GuidedComparisonTest, WhatTheRemoteRefusesIsAskedNeitherAgainNorBack) {
  call_.consents = false;
  ComparisonPlan asks = plan();
  asks.settings[1].after = SetAudioBlock{160, End::kRemote};
  call_.follow(comparison_.begin(std::move(asks), kBegan));
  comparison_.leave_out(SetAudioBlock{171, End::kLocal});
  EXPECT_EQ(tick(4), "before default") << "this end goes on";
  EXPECT_EQ(tick(19), "switching");
  EXPECT_EQ(followed_, (Followed{{"mine", 160}}));
  EXPECT_EQ(stop(), "stopped");
  EXPECT_EQ(followed_, (Followed{{"mine", 256}, {"cpu-load", 0}}));
}

}  // namespace
}  // namespace jitterscope::guided_comparison_test
