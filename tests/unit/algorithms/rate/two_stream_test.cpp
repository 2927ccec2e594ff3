// The controllers by hand-made events; whole scenarios are in tests/unit/lab.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/algorithms/rate/controlled_call.h"

namespace jitterscope::two_stream_test {
namespace {

TEST(TwoStream, BeginsAtOnceAndGrowsWhileDelaysStay) {
  Call call(two_stream());
  call.run(0.02);
  ASSERT_EQ(call.decisions.size(), 1U);
  EXPECT_EQ(call.last().stage.view(), "rate adaptation");
  EXPECT_TRUE(call.last().sending);
  const double first = call.last().target_kbps;
  call.run(5);
  EXPECT_GT(call.last().target_kbps, 2 * first);
  EXPECT_TRUE(call.last().judge_from);
}

TEST(TwoStream, ARiseBecomesRmaxAndABreak) {
  Call call(two_stream());
  call.run(4.5);  // amid a step
  const double failed = call.last().target_kbps;
  call.rise_ms = 40;
  std::size_t before = call.decisions.size();
  call.run(1.5);
  ASSERT_GT(call.decisions.size(), before);
  const RateDecided& decision = call.decisions[before];
  EXPECT_EQ(decision.stage.view(), "break");
  EXPECT_FALSE(decision.sending);
  EXPECT_LE(decision.high_kbps.value_or(1e9), failed);
  EXPECT_TRUE(decision.reason.view().starts_with("Delays rose by 40 ms: R_max becomes ")) << decision.reason.view();
  call.rise_ms = 0;
  call.run(3);
  EXPECT_TRUE(call.last().sending);
  EXPECT_LT(call.last().target_kbps, failed);
}

TEST(TwoStream, ABreakWithoutReportsEndsAndTheNextRiseCounts) {
  Call call(two_stream());
  call.run(5);
  call.rise_ms = 400;
  call.run(0.7);
  ASSERT_EQ(call.last().stage.view(), "break");
  call.reports = false;
  call.run(8);
  EXPECT_TRUE(call.last().sending);
  call.reports = true;
  call.rise_ms = 0;
  call.run(8);
  const std::size_t before = call.decisions.size();
  call.rise_ms = 60;
  call.run(1);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_FALSE(call.decisions[before].sending);
}

TEST(TwoStream, LossIsCongestionWithoutARise) {
  Call call(two_stream());
  call.run(5);
  for (int i = 0; i < 8 && call.last().sending; ++i) {
    call.lost += 4;  // of 8 packets of sound
    call.run(0.32);
  }
  EXPECT_TRUE(call.last().reason.view().starts_with("50 % of the packets are lost: R_max becomes "))
      << call.last().reason.view();
}

TEST(TwoStream, NothingIsProvedWhileNoPictureIsSent) {
  Call call(two_stream());
  call.picture = false;
  call.run(60);
  EXPECT_EQ(call.decisions.size(), 1U);
}

TEST(TwoStream, StopsAtTheHighestRateAndStaysThere) {
  RateControlSetting setting = two_stream();
  setting.highest = DataRate::kbits_per_second(150);
  Call call(setting);
  call.run(30);
  EXPECT_EQ(call.last().stage.view(), "steady");
  EXPECT_EQ(call.last().target_kbps, 150);
  const std::size_t before = call.decisions.size();
  call.run(60);
  EXPECT_EQ(call.decisions.size(), before);
}

bool any_says(const std::vector<RateDecided>& decisions, std::string_view words) {
  return std::ranges::any_of(decisions, [&](const RateDecided& decision) {
    return decision.reason.view().find(words) != std::string_view::npos;
  });
}

TEST(TwoStream, WithoutReportsFallsToTheLowestRateThenToSoundAlone) {
  Call call(two_stream());
  call.run(6);
  const double before = call.last().target_kbps;
  call.reports = false;
  call.run(4);
  EXPECT_LT(call.last().target_kbps, before);
  EXPECT_TRUE(call.last().sending);
  call.run(60);
  EXPECT_EQ(call.last().target_kbps, 20);
  EXPECT_TRUE(any_says(call.decisions, "No reports come from the remote at the lowest rate: the picture stops"));
  EXPECT_TRUE(any_says(call.decisions, "tried again"));
  call.reports = true;
  call.run(20);
  EXPECT_TRUE(call.last().sending);
  EXPECT_GT(call.last().target_kbps, 20);
}

TEST(TwoStream, RareReportsOfLargeBlocksAreNoSilence) {
  Call call(two_stream(), 0, 13);  // 260 ms a packet: a report each 2.1 s
  call.run(120);
  EXPECT_FALSE(any_says(call.decisions, "No reports"));
  EXPECT_GT(call.last().target_kbps, 500);
}

TEST(TwoStream, LossIsSeenBetweenRareReports) {
  Call call(two_stream(), 0, 7);  // a report each 1.1 s
  call.run(20);
  const std::size_t before = call.decisions.size();
  for (int i = 0; i < 4; ++i) {
    call.lost += 4;
    call.run(1.12);
  }
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_TRUE(any_says({call.decisions.begin() + static_cast<std::ptrdiff_t>(before), call.decisions.end()}, "lost"));
}

TEST(TwoStream, AVerdictOnWhatWasBeforeTheStepSaysNothingOfIt) {
  Call call(two_stream());
  call.run(4);
  call.obeys = false;
  call.verdict = 1;
  call.run(1.5);     // another step has begun
  call.rise_ms = 6;  // too little by itself
  call.run(1);
  EXPECT_TRUE(call.last().sending);
  call.obeys = true;
  const std::size_t before = call.decisions.size();
  call.run(1);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_FALSE(call.decisions[before].sending);
  EXPECT_TRUE(call.decisions[before].reason.view().starts_with("Delays are in the increasing phase: R_max becomes "));
}

TEST(TwoStream, LongAmbiguousLeaningToIncreasingTakesALittle) {
  RateControlSetting setting = two_stream();
  setting.highest = DataRate::kbits_per_second(300);
  Call call(setting);
  call.run(30);
  ASSERT_EQ(call.last().stage.view(), "steady");
  const double before = call.last().target_kbps;
  call.verdict = 0.5;
  call.run(6);
  EXPECT_LT(call.last().target_kbps, before);
  EXPECT_GT(call.last().target_kbps, 0.9 * before);
  EXPECT_TRUE(any_says(call.decisions, "Ambiguous for long"));
}

TEST(TwoStream, ASlightDecreaseIsNotRepeatedBeforeItCanHaveShown) {
  RateControlSetting setting = two_stream();
  setting.highest = DataRate::kbits_per_second(300);
  Call call(setting, 0, 1);  // a report each 160 ms
  call.run(30);
  ASSERT_EQ(call.last().stage.view(), "steady");
  for (int i = 0; i < 8; ++i) {  // what fills the queue goes on until the sender has heard of it
    call.rise_ms = 10 + 3 * i;
    call.run(0.26);
  }
  std::vector<Timestamp> less;
  for (const RateDecided& decision : call.decisions)
    if (decision.reason.view().find("slightly less") != std::string_view::npos) less.push_back(decision.at);
  ASSERT_GE(less.size(), 2) << "when it goes on, less again";
  for (std::size_t i = 1; i < less.size(); ++i) EXPECT_GE(less[i] - less[i - 1], Duration::ms(600));
}

TEST(TwoStream, OtherLimitsHoldAtOnceAndTheSearchIsKept) {
  Call call(two_stream());
  call.run(12);
  ASSERT_GT(call.last().target_kbps, 1000);
  const double found = call.last().target_kbps;
  call.set("two-stream,max=6mbit");
  call.run(0.1);
  EXPECT_GE(call.last().target_kbps, std::min(found, 6000.0));
  call.set("two-stream,max=500kbit");
  call.run(0.1);
  EXPECT_EQ(call.last().target_kbps, 500);
  call.set("two-stream,min=700kbit");
  call.run(0.1);
  EXPECT_EQ(call.last().target_kbps, 700);
}

/// A path whose own delay moves, whatever is sent: the search must not end at the bottom.
TEST(TwoStream, ADelayThatMovesByItselfIsLearnt) {
  Call call(two_stream());
  for (int i = 0; i < 120; ++i) {
    call.rise_ms = i % 2 ? 12 : 0;
    call.run(1);
  }
  EXPECT_GT(call.last().target_kbps, 1000);
}

TEST(TwoStream, ALastingLongerDelayIsANewPath) {
  Call call(two_stream());
  call.run(8);
  const std::size_t before = call.decisions.size();
  call.rise_ms = 60;  // and stays, whatever is sent
  call.run(80);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_FALSE(call.decisions[before].sending);
  EXPECT_EQ(call.last().target_kbps, 8000);
}

/// Until the sound is alone: the path loses while there is picture.
void drive_to_sound_alone(Call& call) {
  for (int i = 0; i < 600 && (call.decisions.empty() || call.last().stage.view() != "audio only"); ++i) {
    const bool sending = !call.decisions.empty() && call.last().sending;
    if (sending) call.lost += 2;
    call.rise_ms = sending ? 150 : 5;
    call.run(0.2);
  }
  ASSERT_EQ(call.last().stage.view(), "audio only");
}

TEST(TwoStream, NoPictureIsTriedWhileTheSoundWaitsInAQueue) {
  Call call(two_stream());
  drive_to_sound_alone(call);
  const std::size_t before = call.decisions.size();
  for (int i = 0; i < 60; ++i) {  // it drains, if slowly
    call.rise_ms = 1300 - 20 * i;
    call.run(1);
    ASSERT_EQ(call.decisions.size(), before) << i;
  }
  call.rise_ms = 10;
  call.run(2);
  ASSERT_GT(call.decisions.size(), before);
  EXPECT_TRUE(call.decisions[before].sending);
}

TEST(TwoStream, NoPictureIsTriedWhileTheSoundAloneFillsTheQueue) {
  Call call(two_stream());
  drive_to_sound_alone(call);
  const std::size_t before = call.decisions.size();
  call.rise_ms = 1300;  // full: it grows no more
  for (int i = 0; i < 60; ++i) {
    call.lost += 3;
    call.run(1);
  }
  EXPECT_EQ(call.decisions.size(), before);
}

TEST(TwoStream, TriesOfThePictureBecomeRarerUntilAHigherRatePasses) {
  Call call(two_stream());
  std::vector<double> waits_s;
  for (int i = 0; i < 4; ++i) {
    drive_to_sound_alone(call);
    const Timestamp stopped = call.last().at;
    const std::size_t before = call.decisions.size();
    call.rise_ms = 5;
    for (int j = 0; j < 60 && call.decisions.size() == before; ++j) call.run(1);
    ASSERT_GT(call.decisions.size(), before);
    waits_s.push_back((call.decisions[before].at - stopped).seconds());
  }
  EXPECT_GE(waits_s[1], 1.9 * waits_s[0]);
  EXPECT_GE(waits_s[2], 1.9 * waits_s[1]);
  EXPECT_LE(waits_s[3], 25);
}

TEST(TwoStream, OtherLimitsLeaveNoBoundBeyondThem) {
  Call call(two_stream());
  call.run(4.5);
  call.rise_ms = 40;
  call.run(0.7);
  call.rise_ms = 0;
  call.run(6);
  ASSERT_TRUE(call.last().high_kbps);
  call.set("two-stream,min=20kbit,max=30kbit");
  call.run(0.1);
  EXPECT_EQ(call.last().target_kbps, 30);
  EXPECT_FALSE(call.last().high_kbps) << *call.last().high_kbps;
  EXPECT_LE(call.last().low_kbps.value_or(0), 30);
  call.set("two-stream,min=900kbit,max=900kbit");
  call.run(0.1);
  EXPECT_EQ(call.last().target_kbps, 900);
  EXPECT_FALSE(call.last().low_kbps) << *call.last().low_kbps;
}

}  // namespace
}  // namespace jitterscope::two_stream_test
