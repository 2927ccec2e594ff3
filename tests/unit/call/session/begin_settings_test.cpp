// Settings that a call begins with, or goes back to.
#include <sched.h>

#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::begin_settings_test {
namespace {

class BeginSettings : public TwoSessions {};

TEST_F(BeginSettings, AMutedCallBeginsMutedAndSaysSo) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.muted = true;
  ada.settings.audio = *AudioSourceSetting::parse("tone");
  ASSERT_TRUE(in_full_call(ada));
  EXPECT_LT(ben_->speaker_level().peak, -70) << "not even the first block sounds";
  EXPECT_TRUE(both_mark("muted yes"));
  ada_->post(SetMuted{false});
  EXPECT_TRUE(eventually([&] { return ben_->speaker_level().rms > -60; }));
}

TEST_F(BeginSettings, TheRateGoesBackToTheSourcesOwn) {
  ASSERT_TRUE(in_full_call());
  ada_->post(SetFps{5});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "fps 5", false); }));
  EXPECT_EQ(ada_->view().settings.video.to_string(), "synthetic:320x240@25") << "as it was asked for";
  ada_->post(SetFps{});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "fps source", false); }));
  const auto frames = [this] { return numbers(*ada_).sent[Medium::kVideo].frames_complete; };
  const std::int64_t before = frames();
  const double at_s = numbers(*ada_).elapsed_s;
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).elapsed_s > at_s + 2; }));
  EXPECT_GT(frames() - before, 18) << "at 5 a second there would be about 12";
}

TEST_F(BeginSettings, AProcessorThatCannotBeHadIsSaidAndNotSet) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.receive_processor = CPU_SETSIZE - 1;
  start(ada);
  ASSERT_TRUE(established());
  EXPECT_TRUE(is_told(*ada_, "may not use processor 1023"));
  EXPECT_FALSE(ada_->view().settings.receive_processor);
  EXPECT_FALSE(marked(*ada_, "receive-processor 1023", false));
}

TEST_F(BeginSettings, WhatIsMeantForTheRemoteIsNobodysWithoutACall) {
  Endpoint alone(session_options("Ada"), nullptr);
  alone.post(SetShaping{*ShapingSetting::parse("c"), End::kRemote});
  alone.post(SetLipSync{false});  // comes behind it
  ASSERT_TRUE(eventually([&] { return !alone.view().settings.lip_sync; }));
  EXPECT_EQ(alone.view().settings.shaping, ShapingSetting{}) << "this end's own stays";
}

}  // namespace
}  // namespace jitterscope::begin_settings_test
