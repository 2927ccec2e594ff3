// What is said of rate control.
#include <gtest/gtest.h>

#include "core/measures/views/rate_view.h"
#include "tests/ui/fakes/find.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"

namespace jitterscope::rate_words_test {
namespace {

RateView decided() {
  RateView view;
  view.direction = Direction::kSent;
  view.setting = RateControlSetting{};
  view.setting->controller = "two-stream";
  view.stage = "rate adaptation";
  view.reason = "No reports come from the remote: 95 kbit/s to be safe.";
  view.decided_at_s = 151.52;
  view.target_kbps = 95;
  view.low_kbps = 60;
  view.high_kbps = 120;
  return view;
}

std::string said(const RateView& view) {
  return state_words(view).join(" | ").replace(QChar(0x00A0), ' ').toStdString();
}

TEST(RateWords, EveryVerdictHasItsOwnWordsAndSign) {
  QStringList words, signs;
  for (const double verdict : {1.0, -1.0, 0.0, 0.5, -0.5}) words << verdict_words(verdict);
  for (const double verdict : {1.0, -1.0, 0.0, 0.5}) signs << verdict_sign(verdict);
  EXPECT_EQ(words.join('|').toStdString(),
            "increasing|decreasing|steady|ambiguous, leans to increasing|ambiguous, leans to decreasing");
  EXPECT_EQ(signs.removeDuplicates(), 0);
  EXPECT_EQ(verdict_sign(-0.5), verdict_sign(0.5));
  EXPECT_EQ(verdict_words(std::nullopt), "no verdict yet");
  EXPECT_EQ(phase_sign(TrendPhase::kDecreasing), verdict_sign(-1));
  EXPECT_EQ(phase_sign(TrendPhase::kAmbiguous), verdict_sign(0.5));
  EXPECT_EQ(phase_sign(std::nullopt), kDash);
  EXPECT_EQ(phase_words(std::nullopt), "abstains");
  EXPECT_EQ(phase_words(TrendPhase::kDecreasing), "decreasing");
}

TEST(RateWords, StageTargetAndBounds) {
  auto view = decided();
  EXPECT_EQ(said(view), "Rate adaptation | target 95.0 kbit/s | R between 60.0 and 120 kbit/s");
  view.high_kbps = 1250;
  EXPECT_EQ(said(view), "Rate adaptation | target 95.0 kbit/s | R between 60.0 and 1250 kbit/s") << "one unit";
  view.high_kbps = 120;
  view.low_kbps.reset();
  EXPECT_EQ(said(view), "Rate adaptation | target 95.0 kbit/s | R_max 120 kbit/s");
  view.stage = "break";
  view.sending = false;
  EXPECT_EQ(said(view), "Break | no picture is sent | R_max 120 kbit/s");
}

TEST(RateWords, TheLastDecisionWithItsTimeAndReason) {
  auto view = decided();
  EXPECT_EQ(decision_sentence(view).toStdString(), "02:31.5  No reports come from the remote: 95 kbit/s to be safe.");
  view.report_age_s = 7.2;
  EXPECT_TRUE(decision_sentence(view).contains("No report on the sound for 7.2")) << "silence comes first";
  view.report_age_s = 0.3;
  view.reason.clear();
  EXPECT_TRUE(decision_sentence(view).contains("first decision"));
}

TEST(RateWords, OffSaysWhatToDo) {
  auto view = decided();
  view.setting = RateControlSetting{};
  EXPECT_TRUE(said(view).find("Rate control is off") == 0);
  EXPECT_TRUE(decision_sentence(view).contains("Choose a controller"));
  EXPECT_EQ(decision_sentence(view, false), "") << "a demonstration chooses it";
}

TEST(RateWords, OfTheRemoteOnlyWhatIsKnownHere) {
  auto view = decided();
  view.direction = Direction::kReceived;
  EXPECT_FALSE(said(view).find("target") != std::string::npos);
  EXPECT_TRUE(decision_sentence(view).contains("not known here"));
}

TEST(RateWords, WhatWasLeftOutAndHowTheConnectionFares) {
  auto view = decided();
  EXPECT_TRUE(losses_sentence(view).isEmpty());
  view.omitted_break = 3;
  view.omitted_obsolete = 12;
  EXPECT_EQ(losses_sentence(view).toStdString(), "Pictures left out: 3 in breaks, 12 obsolete");
  view.tcp = TcpReported{84, 12, 9, 14, 5000, 7, {}};
  EXPECT_TRUE(has(losses_sentence(view), "window 9, 14 retransmitted, 5.00 kB unsent"));
}

TEST(RateWords, AControllerWithWhatItWasGiven) {
  RateControlSetting setting;
  EXPECT_EQ(controller_words(setting), "off");
  setting.controller = "replay";
  setting.argument = "traces/monday.jscope";
  EXPECT_EQ(controller_words(setting), "replay monday.jscope");
}

}  // namespace
}  // namespace jitterscope::rate_words_test
