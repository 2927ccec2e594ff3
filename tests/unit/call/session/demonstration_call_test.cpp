// Demonstrations in whole calls: what they set at both ends, what stops them, what is kept of them.
#include <gmock/gmock.h>

#include <mutex>

#include "core/measures/views/demonstration_view.h"
#include "tests/unit/call/session/link_calls.h"
#include "tests/unit/call/session/ring_devices.h"

namespace jitterscope::demonstration_call_test {
namespace {

using testing::HasSubstr;

/// Empty: none has begun.
std::string state_at(const Endpoint& end) {
  const auto view = numbers(end).demonstration;
  return view ? view->state : std::string();
}

TEST_F(LinkCallTest, ALinkSetDuringADemonstrationStopsItAndStays) {
  ASSERT_TRUE(begun_with_consent(true));
  const ShapingSetting before = ada_->view().settings.shaping;
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).demonstration.has_value(); }));
  EXPECT_EQ(numbers(*ada_).demonstration->kind, DemonstrationKind::kShaping);
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "shaping c", false); })) << "both ends";
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 0);
  ada_->post(SetLink{link_of("delay=20ms")});
  EXPECT_TRUE(eventually([&] { return state_at(*ada_) == "stopped"; }));
  EXPECT_TRUE(has_link("delay=20ms"));
  EXPECT_EQ(ada_->view().settings.shaping, before);
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "shaping " + before.to_string(), false); }));
}

TEST_F(LinkCallTest, ADemonstrationLeavesWhatTheScreenWantsAsItIs) {
  start_with_hosts();
  ada_->set_interests({});
  ASSERT_TRUE(established() && media_flow() && begun());
  ada_->set_interests({{ViewKind::kMeasures, Duration::ms(200)}});
  const auto measures = [&] { return ada_->views_made()[static_cast<std::size_t>(ViewKind::kMeasures)]; };
  ASSERT_TRUE(eventually([&] { return measures() > 0; }));
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).demonstration.has_value(); })) << "for the session, whoever looks";
  for (const bool runs : {true, false}) {
    if (!runs) ada_->post(Demonstrate{{}, false});
    const auto before = measures();
    EXPECT_TRUE(eventually([&] { return measures() > before + 5; }));
  }
}

TEST_F(LinkCallTest, HangingUpDuringADemonstrationRestoresBothEndsFirst) {
  ASSERT_TRUE(begun_with_consent(true));
  const CallSettings before = ada_->view().settings;
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return marked(*ben_, "shaping c", false); })) << "in force there, not only asked for";
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_TRUE(marked(*ben_, "demonstration stopped", true));
  EXPECT_TRUE(marked(*ben_, "shaping " + before.shaping.to_string(), false)) << "asked back while it could be";
  for (const Endpoint* end : {ada_.get(), ben_.get()}) EXPECT_EQ(end->view().settings.shaping, before.shaping);
  EXPECT_EQ(ada_->view().settings.link, before.link);
  EXPECT_EQ(ada_->view().settings.priorities, before.priorities);
}

/// What is asked of it, in order.
class Keeper : public RingDevices {
 public:
  Keeper() : RingDevices(64) {}
  void keep_played(std::size_t half) override { note("kept " + std::to_string(half)); }
  void forget_played() override { note("forgotten"); }
  std::vector<std::string> asked() {
    const std::scoped_lock lock(mutex_);
    return asked_;
  }

 private:
  void note(std::string what) {
    const std::scoped_lock lock(mutex_);
    asked_.push_back(std::move(what));
  }
  std::mutex mutex_;
  std::vector<std::string> asked_;
};

/// A whole demonstration, so it is slow.
TEST_F(LinkCallTest, WhatWasHeardOfEachHalfIsKeptWhenItEnds) {
  Keeper devices;
  const std::shared_ptr<void> end(nullptr, [this](void*) { ada_.reset(); });  // before its devices
  ASSERT_TRUE(begun_with_consent(true, &devices));
  const auto comes_to = [&](const char* state) { return eventually([&] { return state_at(*ada_) == state; }); };
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(comes_to("before"));
  EXPECT_EQ(devices.asked(), std::vector<std::string>{"forgotten"});
  ASSERT_TRUE(comes_to("switching") && comes_to("after"));
  EXPECT_EQ(devices.asked(), (std::vector<std::string>{"forgotten", "kept 0"}));
  ASSERT_TRUE(eventually([&] { return devices.asked().size() == 3; }));
  EXPECT_EQ(devices.asked().back(), "kept 1");
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});  // where it would be repeated
  EXPECT_TRUE(eventually([&] {
    const std::string state = state_at(*ada_);
    return state == "done" || state == "stopped";
  }));
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(comes_to("before"));
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});
  ASSERT_TRUE(comes_to("stopped"));
  EXPECT_EQ(devices.asked(), (std::vector<std::string>{"forgotten", "kept 0", "kept 1", "forgotten"}))
      << "a half that was stopped is none";
  ada_->post(HangUp{});
  EXPECT_TRUE(eventually([&] { return devices.asked().size() == 5; }));
  EXPECT_EQ(devices.asked().back(), "forgotten") << "with its call";
}

TEST_F(LinkCallTest, ADemonstrationThatTheRemoteDoesNotJoinGoesOnAlone) {
  ASSERT_TRUE(begun_with_consent(false));
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return !ada_->view().sentence.empty(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("did not set shaping"));
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 0);
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});
  ASSERT_TRUE(eventually([&] { return state_at(*ada_) == "stopped"; }));
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 1);
  ada_->post(SetCpuLoad{ForwardingHost::kRefused});
  ASSERT_TRUE(eventually([&] { return ada_->view().sentence == "There are not so many processors."; }));
  ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kRemote});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence.find("did not set shaping") != std::string::npos; }))
      << "the user's own wish: its refusal is told again";
}

/// What is compared is told by the remote's reports alone. Four seconds of settling and ten of waiting, so it is slow.
TEST_F(LinkCallTest, RateControlOfWhichNoReportComesBackStopsAndSaysWhy) {
  ada_host_.loses_reports = true;
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow() && begun());
  const CallSettings before = ada_->view().settings;
  ada_->post(Demonstrate{DemonstrationKind::kRateControl});
  ASSERT_TRUE(eventually([&] { return state_at(*ada_) == "before"; })) << ada_->view().sentence;
  EXPECT_NE(ada_->view().settings.link, before.link);
  ASSERT_TRUE(eventually([&] { return state_at(*ada_) != "before"; }));
  EXPECT_EQ(state_at(*ada_), "stopped") << "and not the second half";
  EXPECT_THAT(numbers(*ada_).demonstration->sentence, HasSubstr("reports do not come back"));
  EXPECT_TRUE(is_told(*ada_, "reports of your sound do not come back"));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("reports of your sound do not come back"));
  EXPECT_EQ(ada_->view().settings.link, before.link);
  EXPECT_EQ(ada_->view().settings.rate_control, before.rate_control);
  EXPECT_EQ(ada_->view().settings.transport, before.transport);
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "demonstration stopped", true); }));
}

/// Four seconds of settling.
TEST_F(LinkCallTest, RateControlWhoseSoundIsSwitchedOffStopsAndSaysThat) {
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow() && begun());
  const CallSettings before = ada_->view().settings;
  ada_->post(Demonstrate{DemonstrationKind::kRateControl});
  ASSERT_TRUE(eventually([&] { return state_at(*ada_) == "before"; })) << ada_->view().sentence;
  ada_->post(SetAudio{*AudioSourceSetting::parse("none")});
  ASSERT_TRUE(eventually([&] { return state_at(*ada_) == "stopped"; }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("Your sound is no longer sent"));
  EXPECT_EQ(numbers(*ada_).demonstration->sentence, "") << "no report is missing";
  EXPECT_EQ(ada_->view().settings.link, before.link);
}

}  // namespace
}  // namespace jitterscope::demonstration_call_test
