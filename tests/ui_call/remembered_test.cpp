// One window after another over a real call: what was set by hand in the first is so in the second.
#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <QComboBox>
#include <QSpinBox>

#include "app/window/start_settings.h"
#include "tests/ui_call/call_window.h"
#include "ui/kept_settings.h"

namespace jitterscope::remembered_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RememberedCall : public CallWindow {
 protected:
  static std::vector<std::string> kept() {
    std::vector<std::string> words;
    for (const AnySetting& each : take_kept_settings(why_unusable).settings)
      words.push_back(name_of(each) + " " + words_of(each));
    return words;
  }
  /// The next window's session, with this command line.
  std::unique_ptr<Endpoint> next(const std::vector<std::string>& words, StartSettings* start = nullptr) {
    CLI::App app;
    CallOptions options;
    add_call_options(app, options);
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    EndpointOptions setup = session_options("Ada again");
    setup.settings = options.settings;
    auto session = std::make_unique<Endpoint>(std::move(setup), nullptr);
    StartSettings started = set_as_remembered(*session, options);
    if (const std::string trouble = take_sources(*session, started); !trouble.empty())
      started.sentence += " " + trouble;
    session->post(SetMuted{true});  // comes behind
    EXPECT_TRUE(until([&] { return session->view().settings.muted; }));
    if (start) *start = started;
    return session;
  }
  void set_by_hand() {
    named<QSpinBox>("JPEG quality").setValue(61);
    emit named<QComboBox>("Picture device or source")
        .activated(named<QComboBox>("Picture device or source").findText("None"));
    emit named<QComboBox>("Playout of the sound").activated(0);
    port_->send(SetShaping{*ShapingSetting::parse("c")});
    port_->send(SetCpuLoad{0});
  }
};

TEST_F(RememberedCall, AControlsChangeIsFoundByTheNextWindow) {
  port_->set_remembering(true);
  set_by_hand();
  ada_->post(SetLipSync{false});  // as --at does, and a demonstration
  ASSERT_TRUE(until([&] { return kept_settings().contains("settings/video"); }));
  ASSERT_TRUE(until([&] { return ada_->view().settings.video.kind == VideoSourceKind::kNone; }));
  window_.reset();
  port_.reset();  // keeps what has come in force since
  const auto kept_now = kept();
  EXPECT_THAT(kept_now, testing::UnorderedElementsAre("jpeg-quality 61", "video none", HasSubstr("playout.audio ")));
  const auto session = next({});
  const CallSettings settings = session->view().settings;
  EXPECT_EQ(settings.jpeg_quality, 61);
  EXPECT_EQ(settings.video.kind, VideoSourceKind::kNone);
  EXPECT_EQ(settings.shaping, CallSettings{}.shaping) << "an experiment's";
  EXPECT_TRUE(settings.lip_sync);
}

TEST_F(RememberedCall, AWindowThatIsNotTheUsersKeepsNothing) {
  set_by_hand();
  ASSERT_TRUE(until([&] { return ada_->view().settings.video.kind == VideoSourceKind::kNone; }));
  port_->settings();
  EXPECT_THAT(kept(), ElementsAre());
}

TEST_F(RememberedCall, TheCommandLineWinsAndIsNotKept) {
  for (const auto& [name, words] :
       {std::pair("video", "none"), std::pair("playout.audio", "i:100"), std::pair("playout.video", "i:80")})
    kept_settings().setValue(QString("settings/") + name, words);
  const auto session = next({"--video", "synthetic:160x120@5", "--playout", "audio=i:40"});
  const CallSettings settings = session->view().settings;
  EXPECT_EQ(settings.video.to_string(), "synthetic:160x120@5");
  EXPECT_EQ(settings.playout[Medium::kAudio].to_string(), "i:40");
  EXPECT_EQ(settings.playout[Medium::kVideo].to_string(), "i:80") << "of this one the command line says nothing";
  EXPECT_THAT(kept(), testing::UnorderedElementsAre("video none", "playout.audio i:100", "playout.video i:80"));
}

TEST_F(RememberedCall, AFileThatIsGoneIsSaidAndStaysRemembered) {
  kept_settings().setValue("settings/video", "file:/nowhere/talk.mp4");
  kept_settings().setValue("settings/audio", "file:/nowhere/talk.wav");
  kept_settings().setValue("settings/playout.audio", "ramjee9");
  StartSettings start;
  const auto session = next({}, &start);
  EXPECT_THAT(start.sentence, HasSubstr("/nowhere/talk.mp4"));
  EXPECT_THAT(start.sentence, HasSubstr("/nowhere/talk.wav"));
  EXPECT_THAT(start.sentence, HasSubstr("ramjee9"));
  EXPECT_THAT(start.chosen, ElementsAre("audio", "video")) << "no camera and no microphone takes their place";
  EXPECT_EQ(session->view().settings.video.kind, VideoSourceKind::kSynthetic);
  EXPECT_THAT(kept(), ElementsAre("audio file:/nowhere/talk.wav", "video file:/nowhere/talk.mp4"));
}

TEST_F(RememberedCall, NobodysCallOpensADevice) {
  int opened = 0;
  port_->when_devices_wanted([&](const std::set<std::string>&) { ++opened; });
  port_->send(AnswerCall{false, "Ben"});
  port_->send(UsePlainRtp{"", 6000});
  port_->send(TakeCalls{false});
  EXPECT_EQ(opened, 0);
  port_->send(AnswerCall{true, "Ben"});
  EXPECT_EQ(opened, 1);
  port_->want_devices();
  EXPECT_EQ(opened, 1);
}

TEST_F(RememberedCall, WhatIsChosenBeforeTheDevicesAreWantedStays) {
  kept_settings().setValue("settings/video", "camera");
  kept_settings().setValue("settings/audio", "tone");
  StartSettings start;
  start.sources = {SetVideo{*VideoSourceSetting::parse("none")}, SetAudio{*AudioSourceSetting::parse("tone")}};
  std::set<std::string> meanwhile;
  port_->when_devices_wanted([&](const std::set<std::string>& chosen) {
    meanwhile = chosen;
    take_sources(*ada_, start, chosen);
  });
  port_->send(SetVideo{*VideoSourceSetting::parse("synthetic:160x120@5")});
  port_->want_devices();
  EXPECT_EQ(meanwhile, std::set<std::string>{"video"});
  ASSERT_TRUE(until([&] { return ada_->view().settings.audio.kind == AudioSourceKind::kTone; }));
  EXPECT_EQ(ada_->view().settings.video.to_string(), "synthetic:160x120@5");
}

TEST(DemoEnd, ThePortIsInItsFirstLine) {
  EXPECT_EQ(port_in("Listening on port 5104. At 127.0.0.1 alone.\n"), 5104);
  EXPECT_EQ(port_in("Something else\nListening on port 65535.\n"), 65535);
  for (const char* words : {"", "Listening on port .", "Listening on port 0.", "Listening on port 65536.", "port 5104"})
    EXPECT_FALSE(port_in(words)) << words;
}

}  // namespace
}  // namespace jitterscope::remembered_test
