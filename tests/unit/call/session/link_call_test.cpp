// Links and loads in whole calls: two sessions on loopback, and a relay of the test's own that really forwards.
#include <gmock/gmock.h>

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "core/base/realtime/processors.h"
#include "tests/unit/call/path/forwarding_host.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::link_call_test {
namespace {

using testing::HasSubstr;

/// Threads of this process with that name that may run on that processor alone, as the kernel has it.
int threads_bound_to(int processor, const std::string& name) {
  int bound = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string comm;
    std::getline(std::ifstream(task.path() / "comm"), comm);
    cpu_set_t allowed;
    const bool known = sched_getaffinity(std::stoi(task.path().filename().string()), sizeof allowed, &allowed) == 0;
    bound += comm == name && known && CPU_COUNT(&allowed) == 1 && CPU_ISSET(processor, &allowed);
  }
  return bound;
}

class LinkCallTest : public TwoSessions {
 protected:
  void start_with_hosts(EndpointOptions ada, EndpointOptions ben, DeviceHost* devices_of_ada = nullptr) {
    ben_ = std::make_unique<Endpoint>(std::move(ben), nullptr, &ben_host_);
    ada_ = std::make_unique<Endpoint>(std::move(ada), devices_of_ada, &ada_host_);
    ada_->post(PlaceCall{"127.0.0.1", ben_->view().control_port});
  }
  void start_with_hosts() { start_with_hosts(session_options("Ada"), listener_options("Ben")); }
  void TearDown() override { ada_.reset(), ben_.reset(); }  // before the hosts

  /// What is set in a call's first second is how it began, and no mark.
  bool begun() {
    return eventually([&] { return numbers(*ada_).elapsed_s > 1.2 && numbers(*ben_).elapsed_s > 1.2; });
  }
  /// Ada's view says so: it may be published only after packets pass the relay.
  bool has_link(const std::string& words) {
    return eventually([&] { return ada_->view().settings.link == link_of(words); });
  }
  /// More passes this relay, both ways.
  static bool used(const ForwardingHost& host) {
    const std::int64_t up = host.passed[0], down = host.passed[1];
    return eventually([&] { return host.passed[0] > up + 10 && host.passed[1] > down + 10; });
  }
  bool all_come_directly() {
    const std::int64_t through = ada_host_.passed[0] + ada_host_.passed[1] + ben_host_.passed[0] + ben_host_.passed[1];
    for (Endpoint* end : {ada_.get(), ben_.get()})
      for (const Medium medium : {Medium::kAudio, Medium::kVideo})
        if (!more_comes(*end, medium)) return false;
    return ada_host_.passed[0] + ada_host_.passed[1] + ben_host_.passed[0] + ben_host_.passed[1] == through;
  }
  void hang_up_and_expect_nothing_lost() {
    ASSERT_TRUE(eventually([&] {
      for (const Medium medium : {Medium::kAudio, Medium::kVideo})
        if (received(*ada_, medium) <= 10 || received(*ben_, medium) <= 10) return false;
      return true;
    }));
    ada_->post(HangUp{});
    ASSERT_TRUE(eventually([&] { return ended(*ada_) && ended(*ben_); }));
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      for (const Endpoint* end : {ada_.get(), ben_.get()}) {
        const CallSnapshot there = numbers(*end);
        EXPECT_EQ(there.received(medium).figures.lost, 0);
      }
      EXPECT_EQ(sent(*ada_, medium), received(*ben_, medium))
          << "who hangs up does not wait for the other's last packets";
    }
  }

  ForwardingHost ada_host_, ben_host_;
};

TEST_F(LinkCallTest, WhoCannotBeFoundIsNotCalledPastTheLink) {
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr, &ada_host_);
  ada_->post(SetLink{link_of("delay=5ms")});
  ada_->post(PlaceCall{"no-such-host.invalid", 5004});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("no-such-host.invalid"));
}

TEST_F(LinkCallTest, ALinkComesAndGoesInACallAndNothingIsLost) {
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow() && begun());
  EXPECT_EQ(ada_host_.routes, 0);
  ada_->post(SetLink{link_of("delay=20ms")});
  ASSERT_TRUE(used(ada_host_));
  EXPECT_TRUE(has_link("delay=20ms"));
  EXPECT_TRUE(
      eventually([&] { return marked(*ada_, "link delay=20ms", false) && marked(*ben_, "link delay=20ms", true); }));
  ada_->post(SetLink{link_of("delay=30ms")});  // another link: the same relay
  EXPECT_TRUE(eventually([&] { return ada_host_.link() == "delay=30ms"; }));
  EXPECT_EQ(ada_host_.routes, 1);
  ada_->post(SetLink{});
  ASSERT_TRUE(eventually([&] { return ada_host_.stops == 1; })) << "after what was in it had time to arrive";
  EXPECT_TRUE(all_come_directly());
  EXPECT_TRUE(eventually([&] { return marked(*ada_, "link off", false) && marked(*ben_, "link off", true); }));
  ada_->post(SetLink{link_of("delay=20ms")});  // and again
  ASSERT_TRUE(used(ada_host_));
  hang_up_and_expect_nothing_lost();
  EXPECT_EQ(ada_host_.stops, 2);
}

TEST_F(LinkCallTest, BothEndsMaySetALink) {
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow());
  ben_->post(SetLink{link_of("delay=20ms")});
  ASSERT_TRUE(used(ben_host_));
  ada_->post(SetLink{link_of("loss=0.1%")});
  ASSERT_TRUE(used(ada_host_));
  EXPECT_TRUE(used(ben_host_)) << "media pass both";
  EXPECT_TRUE(eventually([&] { return ben_host_.routes == 2; })) << "its remote is now the other relay";
  ben_->post(SetLink{});
  EXPECT_TRUE(eventually([&] { return ben_host_.stops == 1; }));
  ASSERT_TRUE(used(ada_host_));
  EXPECT_EQ(ada_host_.routes, 2) << "its remote is Ben himself again";
  ada_->post(SetLink{});
  EXPECT_TRUE(eventually([&] { return ada_host_.stops == 1; }));
  EXPECT_TRUE(all_come_directly());
  hang_up_and_expect_nothing_lost();
}

TEST_F(LinkCallTest, ALinkSetBeforeTheCallHasItsFirstPacketAndItsControlConnection) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.link = link_of("delay=20ms");
  ada.settings.background.kilobytes_per_second = 100;
  start_with_hosts(ada, listener_options("Ben"));
  ASSERT_TRUE(established() && media_flow());
  EXPECT_EQ(ada_host_.proxied, "127.0.0.1:" + std::to_string(ben_->view().control_port));
  EXPECT_EQ(ada_host_.background(), ada.settings.background.to_string());
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).conditions.link == "delay=20ms"; }));
  ASSERT_TRUE(used(ada_host_));
  hang_up_and_expect_nothing_lost();
  EXPECT_EQ(ada_host_.passed[0], sent(*ada_, Medium::kAudio) + sent(*ada_, Medium::kVideo));
  EXPECT_TRUE(eventually([&] { return ada_host_.stops == 1; })) << "after the last words";
  EXPECT_EQ(ada_->view().settings.link, link_of("delay=20ms")) << "set for the next call too";
}

TEST_F(LinkCallTest, WithTheControlConnectionInItTheRelayOutlivesTheLink) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.link = link_of("delay=20ms");
  start_with_hosts(ada, listener_options("Ben"));
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetLink{});
  EXPECT_TRUE(eventually([&] { return ada_host_.link() == "off"; }));
  EXPECT_TRUE(more_comes(*ada_, Medium::kVideo));
  EXPECT_EQ(ada_host_.stops, 0);
  hang_up_and_expect_nothing_lost();
  ada_.reset();  // at once: the session waits for the last words
  EXPECT_EQ(ada_host_.stops, 1);
}

TEST_F(LinkCallTest, ADyingRelayLetsMediaGoStraightAgain) {
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetLink{link_of("delay=20ms")});
  ASSERT_TRUE(used(ada_host_));
  ada_host_.dies = true;
  EXPECT_TRUE(eventually([&] { return ada_->view().settings.link.off(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("go straight"));
  EXPECT_TRUE(all_come_directly());
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "link off", true); }));
}

TEST_F(LinkCallTest, WithoutAHostNothingIsSetAndTheReasonIsSaid) {
  start();
  ASSERT_TRUE(established());
  ada_->post(SetLink{link_of("delay=20ms")});
  EXPECT_TRUE(eventually([&] { return !ada_->view().sentence.empty(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("not available here"));
  EXPECT_TRUE(ada_->view().settings.link.off());
  EXPECT_TRUE(media_flow());
}

TEST_F(LinkCallTest, ARemoteWithoutAHostFollowsThePathAllTheSame) {
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr, &ada_host_);
  ada_->post(PlaceCall{"127.0.0.1", ben_->view().control_port});
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetLink{link_of("delay=20ms")});
  EXPECT_TRUE(used(ada_host_));
}

TEST_F(LinkCallTest, LoadsBeginAndEndWithTheCallAndAreMarkedAtBothEnds) {
  start_with_hosts();
  ada_->post(SetVideoLoad{2});
  ASSERT_TRUE(established() && begun());
  ada_->post(SetCpuLoad{3});
  EXPECT_TRUE(eventually([&] { return ada_host_.cpu_load == 3 && ada_host_.video_load == 2; }));
  EXPECT_TRUE(eventually([&] { return marked(*ada_, "cpu-load 3", false) && marked(*ben_, "cpu-load 3", true); }));
  ada_->post(SetCpuLoad{ForwardingHost::kRefused});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence == "There are not so many processors."; }));
  EXPECT_EQ(ada_->view().settings.cpu_load, 3) << "as it was";
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_EQ(ada_host_.cpu_load, 0);
  EXPECT_EQ(ada_host_.video_load, 0);
}

TEST_F(LinkCallTest, ReceiversAndCountersShareAProcessorUntilTheCallEnds) {
  const int processor = allowed_processors().back();
  start_with_hosts();
  ASSERT_TRUE(established() && begun());
  ada_->post(SetReceiveProcessor{CPU_SETSIZE - 1});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence.starts_with("This program may not use processor"); }));
  EXPECT_EQ(ada_host_.counter_processor, ForwardingHost::kAnyProcessor);
  ada_->post(SetReceiveProcessor{processor});
  EXPECT_TRUE(eventually([&] { return ada_->view().settings.receive_processor == processor; }));
  EXPECT_EQ(ada_host_.counter_processor, processor);
  for (const char* thread : {"audio-receive", "video-receive"})
    EXPECT_GE(threads_bound_to(processor, thread), 1) << thread;
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_EQ(ada_host_.counter_processor, ForwardingHost::kAnyProcessor);
  EXPECT_FALSE(ada_->view().settings.receive_processor) << "the next call's threads run anywhere";
}

TEST_F(LinkCallTest, LoadsThatCouldOnlyPartlyBeHadEndWithTheCallToo) {
  start_with_hosts();
  ASSERT_TRUE(established());
  ada_->post(SetCpuLoad{ForwardingHost::kRefused});
  ASSERT_TRUE(eventually([&] { return ada_host_.cpu_load == 1; }));
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_EQ(ada_host_.cpu_load, 0);
}

TEST_F(LinkCallTest, AConnectionThatBringsNoCallStartsNoRelay) {
  EndpointOptions ben = listener_options("Ben");
  ben.settings.link = link_of("delay=20ms");
  ben_ = std::make_unique<Endpoint>(ben, nullptr, &ben_host_);
  auto stray = TcpConnection::connect({"127.0.0.1", ben_->view().control_port}, std::chrono::seconds(20));
  ASSERT_TRUE(stray.connection) << stray.error;
  EXPECT_EQ(stray.connection->send_all("GET / HTTP/1.1\r\n", std::chrono::seconds(20)), "");
  while (stray.connection->receive_line(std::chrono::seconds(20), 1000).status == TcpConnection::LineStatus::kLine) {}
  EXPECT_EQ(ben_host_.routes, 0);
}

TEST_F(LinkCallTest, BackgroundWaitsForALink) {
  start_with_hosts();
  ASSERT_TRUE(established() && begun());
  std::string error;
  const auto background = BackgroundSetting::parse("500", error);
  ASSERT_TRUE(background) << error;
  ada_->post(SetBackground{*background});
  EXPECT_TRUE(eventually([&] { return ada_->view().settings.background == *background; }));
  EXPECT_EQ(ada_host_.background(), "");
  ada_->post(SetLink{link_of("rate=10mbit,limit=10")});
  EXPECT_TRUE(eventually([&] { return ada_host_.background() == background->to_string(); }));
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "background " + background->to_string(), true); }));
}

TEST_F(LinkCallTest, ReportsOfTheLinkAreInTheFigures) {
  start_with_hosts();
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetLink{link_of("delay=20ms")});
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).conditions.up && numbers(*ada_).conditions.up->offered > 0; }));
  EXPECT_FALSE(numbers(*ben_).conditions.up) << "Ben's end has none";
}

TEST_F(LinkCallTest, ALinkSetDuringADemonstrationStopsItAndStays) {
  EndpointOptions ben = listener_options("Ben");
  ben.consent = true;
  start_with_hosts(session_options("Ada"), ben);
  ASSERT_TRUE(established() && media_flow() && begun());
  const ShapingSetting before = ada_->view().settings.shaping;
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return numbers(*ada_).demonstration.has_value(); }));
  EXPECT_EQ(numbers(*ada_).demonstration->kind, DemonstrationKind::kShaping);
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "shaping c", false); })) << "both ends";
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 0);
  ada_->post(SetLink{link_of("delay=20ms")});
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).demonstration->state == "stopped"; }));
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
  EndpointOptions ben = listener_options("Ben");
  ben.consent = true;
  start_with_hosts(session_options("Ada"), ben);
  ASSERT_TRUE(established() && media_flow() && begun());
  const CallSettings before = ada_->view().settings;
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return marked(*ben_, "shaping c", false); })) << "in force there, not only asked for";
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_) && ended(*ben_); }));
  EXPECT_TRUE(marked(*ben_, "demonstration stopped", true));
  EXPECT_TRUE(marked(*ben_, "shaping " + before.shaping.to_string(), false)) << "asked back while it could be";
  for (const Endpoint* end : {ada_.get(), ben_.get()}) EXPECT_EQ(end->view().settings.shaping, before.shaping);
  EXPECT_EQ(ada_->view().settings.link, before.link);
  EXPECT_EQ(ada_->view().settings.priorities, before.priorities);
}

/// What is asked of it, in order.
class Keeper : public DeviceHost {
 public:
  void set_notice(Notice) override {}
  void start_camera(const VideoSourceSetting&, FrameSink&) override {}
  void stop_camera() override {}
  void open_microphone(const std::string&) override {}
  void close_microphone() override {}
  void open_speaker(const std::string&) override {}
  void close_speaker() override {}
  AudioRing& microphone() override { return microphone_; }
  AudioRing& speaker() override { return speaker_; }
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
  AudioRing microphone_{"microphone", 64}, speaker_{"speaker", 64};
  std::mutex mutex_;
  std::vector<std::string> asked_;
};

/// A whole demonstration, so it is slow.
TEST_F(LinkCallTest, WhatWasHeardOfEachHalfIsKeptWhenItEnds) {
  Keeper devices;
  const std::shared_ptr<void> end(nullptr, [this](void*) { ada_.reset(); });  // before its devices
  EndpointOptions ben = listener_options("Ben");
  ben.consent = true;
  start_with_hosts(session_options("Ada"), ben, &devices);
  ASSERT_TRUE(established() && media_flow() && begun());
  const auto state_is = [&](const char* state) {
    const auto view = numbers(*ada_).demonstration;
    return view && view->state == state;
  };
  const auto within = [&](int seconds, const auto& holds) {
    for (int i = 0; i < 20 * seconds && !holds(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return holds();
  };
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(within(15, [&] { return state_is("before"); }));
  EXPECT_EQ(devices.asked(), std::vector<std::string>{"forgotten"});
  ASSERT_TRUE(within(30, [&] { return state_is("after"); }));
  EXPECT_EQ(devices.asked(), (std::vector<std::string>{"forgotten", "kept 0"}));
  ASSERT_TRUE(within(30, [&] { return devices.asked().size() == 3; }));
  EXPECT_EQ(devices.asked().back(), "kept 1");
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});  // where it would be repeated
  EXPECT_TRUE(within(10, [&] { return state_is("done") || state_is("stopped"); }));
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(within(15, [&] { return state_is("before"); }));
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});
  ASSERT_TRUE(within(10, [&] { return state_is("stopped"); }));
  EXPECT_EQ(devices.asked(), (std::vector<std::string>{"forgotten", "kept 0", "kept 1", "forgotten"}))
      << "a half that was stopped is none";
}

TEST_F(LinkCallTest, ADemonstrationThatTheRemoteDoesNotJoinGoesOnAlone) {
  EndpointOptions ben = listener_options("Ben");
  ben.consent = false;
  start_with_hosts(session_options("Ada"), ben);
  ASSERT_TRUE(established() && media_flow() && begun());
  ada_->post(Demonstrate{DemonstrationKind::kShaping});
  ASSERT_TRUE(eventually([&] { return !ada_->view().sentence.empty(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("did not set shaping"));
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 0);
  ada_->post(Demonstrate{DemonstrationKind::kShaping, false});
  ASSERT_TRUE(
      eventually([&] { return numbers(*ada_).demonstration && numbers(*ada_).demonstration->state == "stopped"; }));
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 1);
  ada_->post(SetCpuLoad{ForwardingHost::kRefused});
  ASSERT_TRUE(eventually([&] { return ada_->view().sentence == "There are not so many processors."; }));
  ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kTheirs});
  EXPECT_TRUE(eventually([&] { return ada_->view().sentence.find("did not set shaping") != std::string::npos; }))
      << "the user's own wish: its refusal is told again";
}

TEST_F(LinkCallTest, AudioBlocksChangeInACallAtBothEnds) {
  EndpointOptions ben = listener_options("Ben");
  ben.consent = true;
  start_with_hosts(session_options("Ada"), ben);
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetAudioBlock{171, End::kBoth});
  EXPECT_TRUE(
      eventually([&] { return marked(*ada_, "audio-block 171", false) && marked(*ada_, "audio-block 171", true); }));
  EXPECT_EQ(ben_->view().settings.audio_block, 171);
  EXPECT_TRUE(more_comes(*ada_, Medium::kAudio));
  hang_up_and_expect_nothing_lost();
}

TEST_F(LinkCallTest, PriorityCannotBeDemonstratedWithoutLoads) {
  start();
  ASSERT_TRUE(established() && media_flow());
  ada_->post(Demonstrate{DemonstrationKind::kPriority});
  EXPECT_TRUE(eventually([&] { return !ada_->view().sentence.empty(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("not available here"));
  EXPECT_FALSE(numbers(*ada_).demonstration);
}

}  // namespace
}  // namespace jitterscope::link_call_test
