// Links and loads in whole calls: two sessions on loopback, and a relay of the test's own that really forwards.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "core/base/realtime/processors.h"
#include "core/measures/views/conditions_view.h"
#include "tests/unit/call/session/link_calls.h"

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
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).conditions->up && numbers(*ada_).conditions->up->offered > 0; }));
  EXPECT_FALSE(numbers(*ben_).conditions->up) << "Ben's end has none";
  EXPECT_TRUE(both_mark("link delay=20ms"));
  ada_->post(SetLink{link_of("delay=30ms")});  // another link: the same relay
  EXPECT_TRUE(eventually([&] { return ada_host_.link() == "delay=30ms"; }));
  EXPECT_EQ(ada_host_.routes, 1);
  ada_->post(SetLink{});
  ASSERT_TRUE(eventually([&] { return ada_host_.stops == 1; })) << "after what was in it had time to arrive";
  EXPECT_TRUE(all_come_directly());
  EXPECT_TRUE(both_mark("link off"));
  ada_->post(SetLink{link_of("delay=20ms")});  // and again
  ASSERT_TRUE(used(ada_host_));
  EXPECT_EQ(ada_host_.ends, 0);
  hang_up_and_expect_nothing_lost();
  EXPECT_EQ(ada_host_.ends, 1) << "what is inside is counted as dropped";
  EXPECT_EQ(ada_host_.stops, 2);
}

TEST_F(LinkCallTest, TheSeedThatWasSetReachesTheRelayAndOneThatWasNotIsDrawnForTheCall) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.seed = 7;
  start_with_hosts(ada, listener_options("Ben"));
  ASSERT_TRUE(established() && media_flow() && begun());
  EXPECT_EQ(ada_host_.seed, 7);
  const std::int64_t drawn = ben_host_.seed;
  EXPECT_GE(drawn, 0);
  EXPECT_EQ(ben_->view().settings.seed, static_cast<std::uint32_t>(drawn)) << "as its trace has it";
  ada_->post(SetSeed{8});
  EXPECT_TRUE(eventually([&] { return ada_host_.seed == 8; })) << "in the call too";
  ada_->post(SetSeed{});
  EXPECT_TRUE(eventually([&] { return ada_host_.seed != 8 && ada_->view().settings.seed.has_value(); }));
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_TRUE(eventually([&] { return !ben_->view().settings.seed && !ada_->view().settings.seed; }))
      << "the next call has another";
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
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).conditions->link == "delay=20ms"; }));
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
  const std::uint64_t told = ada_->view().told;
  ada_->post(Demonstrate{DemonstrationKind::kPriority});
  EXPECT_TRUE(eventually([&] { return ada_->view().told > told; }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("not available here"));
  EXPECT_FALSE(numbers(*ada_).demonstration);
}

TEST_F(LinkCallTest, LoadsBeginAndEndWithTheCallAndAreMarkedAtBothEnds) {
  start_with_hosts();
  ada_->post(SetVideoLoad{2});
  ASSERT_TRUE(established() && begun());
  ada_->post(SetCpuLoad{3});
  EXPECT_TRUE(eventually([&] { return ada_host_.cpu_load == 3 && ada_host_.video_load == 2; }));
  EXPECT_TRUE(both_mark("cpu-load 3"));
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

TEST_F(LinkCallTest, AStrayConnectionStartsNoRelayAndDoesNotEndAListener) {
  EndpointOptions ben = listener_options("Ben");
  ben.one_call = true;
  ben.settings.link = link_of("delay=20ms");
  ben_ = std::make_unique<Endpoint>(ben, nullptr, &ben_host_);
  Endpoint& listener = *ben_;
  TcpConnection stray = connection_to(listener);
  const std::string nonsense = "GET / HTTP/1.1\r\n";
  EXPECT_EQ(stray.send_all(nonsense, std::chrono::seconds(20)), "");
  EXPECT_EQ(stray.receive_line(std::chrono::seconds(20), 1000).status, TcpConnection::LineStatus::kLine)
      << "that it cannot be understood";
  EXPECT_EQ(ben_host_.routes, 0);
  EXPECT_FALSE(listener.view().over);
  EXPECT_FALSE(listener.view().failed);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr);
  call(*ada_, *ben_);
  ASSERT_TRUE(established());
  ada_->post(HangUp{});
  EXPECT_TRUE(eventually([&] { return listener.view().over; }));
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

}  // namespace
}  // namespace jitterscope::link_call_test
