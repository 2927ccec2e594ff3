// Whole calls: two sessions in one process, real sockets on loopback, synthetic media. Waits end when the thing waited
// for happens.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>

#include <cstdlib>
#include <memory>

#include "core/algorithms/signalling/participant_identity.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/setting_changed.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "tests/unit/call/session/ring_devices.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::media_call_test {
namespace {

using testing::HasSubstr;

class MediaCallTest : public TwoSessions {};

void expect_nothing_lost(const Endpoint& session) {
  const CallSnapshot now = numbers(session);
  for (const StreamSnapshot* stream : {&now.received(Medium::kAudio).figures, &now.received(Medium::kVideo).figures}) {
    EXPECT_GT(stream->packets, 0);
    EXPECT_EQ(stream->lost, 0);
    EXPECT_EQ(stream->frames_lost, 0);
    EXPECT_EQ(stream->duplicates, 0);
    for (const std::int64_t rejected : stream->rejected) EXPECT_EQ(rejected, 0);
    EXPECT_TRUE(stream->delay.mean) << "one machine, one clock";
  }
  for (const RingRow& ring : now.rings) {  // pictures may be left out on a slow machine, events never
    if (ring.name.ends_with("events")) { EXPECT_EQ(ring.dropped, 0) << ring.name; }
  }
}

TEST_F(MediaCallTest, MediaGoBothWaysWithoutLossUntilOneHangsUp) {
  start();
  ASSERT_TRUE(established()) << ada_->view().sentence;
  EXPECT_EQ(ada_->view().peer, "Ben");
  EXPECT_EQ(ben_->view().peer, "Ada");
  ASSERT_TRUE(media_flow());
  EXPECT_TRUE(eventually([&] { return ada_->remote_picture().update(); }));
  EXPECT_EQ(ada_->remote_picture().front().width(), 320);
  EXPECT_TRUE(eventually([&] {
    return numbers(*ada_).reported(Medium::kVideo).figures &&
           numbers(*ada_).reported(Medium::kVideo).figures->packets > 0;
  })) << "the peer's summaries come";
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_EQ(ada_->view().sentence, "You hung up.");
  EXPECT_EQ(ben_->view().sentence, "Ada hung up.");
  EXPECT_FALSE(ada_->view().failed || ben_->view().failed);
  expect_nothing_lost(*ada_);
  expect_nothing_lost(*ben_);
  EXPECT_EQ(sent(*ada_, Medium::kVideo), received(*ben_, Medium::kVideo));
  EXPECT_EQ(sent(*ada_, Medium::kAudio), received(*ben_, Medium::kAudio));
}

TEST_F(MediaCallTest, TheTracesOfBothEndsNameTheSameParticipants) {
  ASSERT_TRUE(in_full_call());
  ada_->post(RecordCall{true, folder_ / "ada.jscope"});
  ben_->post(RecordCall{true, folder_ / "ben.jscope"});
  ASSERT_TRUE(eventually([&] { return ada_->view().recording && ben_->view().recording; }));
  ada_->post(HangUp{});
  ASSERT_TRUE(
      eventually([&] { return ended(*ada_) && ended(*ben_) && !ada_->view().recording && !ben_->view().recording; }));
  std::string error;
  const auto ada = TraceReader::open(folder_ / "ada.jscope", error),
             ben = TraceReader::open(folder_ / "ben.jscope", error);
  ASSERT_TRUE(ada && ben) << error;
  ASSERT_EQ(ada->meta().identities.size(), 2u);
  ASSERT_EQ(ben->meta().identities.size(), 2u);
  EXPECT_TRUE(is_identity(ada->meta().identities[0])) << ada->meta().identities[0];
  EXPECT_TRUE(is_identity(ada->meta().identities[1])) << ada->meta().identities[1];
  EXPECT_NE(ada->meta().identities[0], ada->meta().identities[1]);
  EXPECT_EQ(ada->meta().identities[0], ben->meta().identities[1]);
  EXPECT_EQ(ada->meta().identities[1], ben->meta().identities[0]);
}

std::int64_t told_drops(const Endpoint& session, std::string_view ring) {
  for (const RingRow& row : numbers(session).rings)
    if (row.name == ring) return row.dropped;
  return 0;
}

TEST_F(MediaCallTest, WhatWasDroppedBeforeTheCallIsNotItsOwn) {
  RingDevices devices(1);
  const std::shared_ptr<void> end(nullptr, [this](void*) { ada_.reset(); });  // before its devices
  const auto overflow = [](AudioRing& ring, int times) {
    for (int i = 0; i < times; ++i) ring.push({});
  };
  overflow(devices.microphone(), 6);  // the first is taken, all others are dropped
  overflow(devices.speaker(), 11);
  ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), &devices);
  call(*ada_, *ben_);
  ASSERT_TRUE(established() && media_flow());
  overflow(devices.microphone(), 2);
  overflow(devices.speaker(), 3);
  ASSERT_TRUE(eventually([&] { return told_drops(*ada_, "speaker samples") >= 3; }));
  EXPECT_EQ(told_drops(*ada_, "microphone samples"), 2);
  EXPECT_EQ(told_drops(*ada_, "speaker samples"), 3);
}

TEST_F(MediaCallTest, AChangeOfTheirsIsMarkedInBothTraces) {
  EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
  ben.consent = true;
  ada.trace_path = folder_ / "ada.jscope";
  ben.trace_path = folder_ / "ben.jscope";
  start(ada, ben);
  ASSERT_TRUE(established() && media_flow());
  ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kRemote});
  EXPECT_TRUE(eventually([&] { return marked(*ada_, "shaping c", true) && marked(*ben_, "shaping c", false); }));
  EXPECT_EQ(ben_->view().settings.shaping.burst_size, 0);
  EXPECT_EQ(ada_->view().settings.shaping.burst_size, 1) << "mine stays";
  ASSERT_TRUE(ada_hangs_up());

  for (const auto& [path, end, origin] : {std::tuple(folder_ / "ada.jscope", End::kRemote, "local"),
                                          std::tuple(folder_ / "ben.jscope", End::kLocal, "remote")}) {
    EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "one file when closed";
    auto marks = events_in<SettingChanged>(path);
    std::erase_if(marks, [](const SettingChanged& change) { return change.value.view() != "c"; });
    ASSERT_EQ(marks.size(), 1u) << path;
    EXPECT_EQ(marks[0].end, end);
    EXPECT_EQ(marks[0].origin.view(), origin);
  }
}

TEST_F(MediaCallTest, TheKernelsStampsOfBothDirectionsAreInTheTrace) {
  EndpointOptions ada = session_options("Ada");
  ada.trace_path = folder_ / "ada.jscope";
  ASSERT_TRUE(in_full_call(ada));
  ASSERT_TRUE(ada_hangs_up());

  std::map<std::pair<std::uint32_t, std::int64_t>, PacketStamped> stamped;
  for (const PacketStamped& packet : events_in<PacketStamped>(ada.trace_path))
    stamped[{packet.ssrc, packet.sequence}] = packet;
  int owed = 0;
  for (const PacketSent& packet : events_in<PacketSent>(ada.trace_path)) {
    if (packet.medium == Medium::kVideo && !packet.marker) continue;  // of a frame, its last block at least
    ++owed;
    const PacketStamped& stamps = stamped[{packet.ssrc, packet.sequence}];
    ASSERT_TRUE(stamps.scheduled && stamps.driver) << packet.sequence;
    EXPECT_GE(*stamps.scheduled, packet.sent);
    EXPECT_GE(*stamps.driver, *stamps.scheduled);
  }
  EXPECT_GE(owed, 5);
  for (const PacketArrived& packet : events_in<PacketArrived>(ada.trace_path)) {
    ASSERT_TRUE(packet.kernel);
    EXPECT_LE(*packet.kernel, packet.received);
  }
}

TEST_F(MediaCallTest, WhatTheRemoteSetEndsWithTheCall) {
  EndpointOptions ben = listener_options("Ben");
  ben.consent = true;
  ben.settings.priorities.erase(ThreadRole::kVideoReceive);
  start(session_options("Ada"), ben);
  ASSERT_TRUE(established());
  ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kRemote});
  ada_->post(SetPriority{ThreadRole::kVideoReceive, {PrioritySetting::Kind::kNice, 5}, End::kLocal});
  ada_->post(SetPriority{ThreadRole::kVideoReceive, {PrioritySetting::Kind::kDefault}, End::kRemote});
  ada_->post(SetAudioBlock{171, End::kBoth});
  ASSERT_TRUE(eventually([&] { return ben_->view().settings.audio_block == 171; }));
  EXPECT_EQ(ada_->view().settings.audio_block, 171);
  EXPECT_EQ(ben_->view().settings.shaping.burst_size, 0);
  EXPECT_TRUE(ben_->view().settings.priorities.contains(ThreadRole::kVideoReceive));
  ben_->post(SetAudioBlock{128});  // its user's own choice, which stays
  ASSERT_TRUE(eventually([&] { return ben_->view().settings.audio_block == 128; }));
  ada_->post(SetAudioBlock{320, End::kRemote});
  ASSERT_TRUE(eventually([&] { return ben_->view().settings.audio_block == 320; }));
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_EQ(ben_->view().settings.shaping, ben.settings.shaping);
  EXPECT_EQ(ben_->view().settings.priorities, ben.settings.priorities);
  EXPECT_EQ(ben_->view().settings.audio_block, 128);
  EXPECT_EQ(ada_->view().settings.priorities.at(ThreadRole::kVideoReceive).level, 5);
}

TEST_F(MediaCallTest, TheWatchdogKeepsItsClass) {
  start();
  ASSERT_TRUE(established());
  ada_->post(SetPriority{ThreadRole::kWatchdog, {}});
  EXPECT_TRUE(eventually([&] { return !ada_->view().sentence.empty(); }));
  EXPECT_THAT(ada_->view().sentence, HasSubstr("The watchdog keeps its class"));
  EXPECT_FALSE(ada_->view().settings.priorities.contains(ThreadRole::kWatchdog));
}

TEST_F(MediaCallTest, ConsentIsAskedForOnce) {
  start();
  ASSERT_TRUE(established());
  ada_->post(SetShaping{*ShapingSetting::parse("c"), End::kRemote});
  ASSERT_TRUE(eventually([&] { return ben_->view().consent_asked; }));
  EXPECT_EQ(ben_->view().asked_here, (AskedSetting{"shaping", "c"}));
  EXPECT_TRUE(eventually([&] { return ada_->view().asked_there.size() == 1; }));
  ben_->post(GrantConsent{true});
  EXPECT_TRUE(eventually([&] { return ben_->view().settings.shaping.burst_size == 0; }));
  ada_->post(SetShaping{*ShapingSetting::parse("b"), End::kRemote});
  EXPECT_TRUE(eventually([&] { return ben_->view().settings.shaping.burst_size == 3; }));
  EXPECT_FALSE(ben_->view().consent_asked);
  EXPECT_TRUE(eventually([&] { return ada_->view().asked_there.empty(); }));
}

TEST_F(MediaCallTest, MuteSilencesWhatTheRemoteHears) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.audio = *AudioSourceSetting::parse("tone");
  ASSERT_TRUE(in_full_call(ada));
  ASSERT_TRUE(eventually([&] { return ben_->speaker_level().rms > -60; }));
  ada_->post(SetMuted{true});
  EXPECT_TRUE(eventually([&] { return ben_->speaker_level().rms < -70; })) << ben_->speaker_level().rms;
  EXPECT_TRUE(both_mark("muted yes"));
  EXPECT_TRUE(more_comes(*ben_, Medium::kAudio)) << "silence is sent";
  ada_->post(SetMuted{false});
  EXPECT_TRUE(eventually([&] { return ben_->speaker_level().rms > -60; }));
}

/// Whether a JPEG has a restart interval: its DRI segment stands before the first scan.
bool has_restart_markers(std::span<const std::uint8_t> jpeg) {
  for (std::size_t i = 0; i + 1 < std::min<std::size_t>(jpeg.size(), 1024); ++i)
    if (jpeg[i] == 0xFF && jpeg[i + 1] == 0xDD) return true;
  return false;
}

// Stripes are the receiver's wish: the remote makes them for the one who asks, and for nobody else.
TEST_F(MediaCallTest, StripesComeToTheEndThatAsksForThem) {
  std::atomic<bool> ada_gets_stripes{false}, ben_gets_stripes{false};
  EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
  ada.on_jpeg = [&](std::int64_t, std::span<const std::uint8_t> jpeg) { ada_gets_stripes = has_restart_markers(jpeg); };
  ben.on_jpeg = [&](std::int64_t, std::span<const std::uint8_t> jpeg) { ben_gets_stripes = has_restart_markers(jpeg); };
  ada.settings.discard_late_frames = true;
  start(std::move(ada), std::move(ben));
  ASSERT_TRUE(established() && media_flow());
  EXPECT_FALSE(ada_gets_stripes);
  ada_->post(SetLossPolicy{LossPolicy::kStripes});
  EXPECT_TRUE(eventually([&] { return ada_gets_stripes.load(); }));
  EXPECT_TRUE(ada_->view().settings.discard_late_frames) << "nothing was said of late frames";
  EXPECT_FALSE(ben_gets_stripes);
  ada_->post(SetLossPolicy{LossPolicy::kDiscardFrame});
  EXPECT_TRUE(eventually([&] { return !ada_gets_stripes.load(); }));
  EXPECT_EQ(numbers(*ada_).received(Medium::kVideo).figures.lost, 0);
  ada_.reset();  // before what its callback writes to
  ben_.reset();
}

TEST_F(MediaCallTest, WithdrawnVideoStopsAndComesBack) {
  ASSERT_TRUE(in_full_call());
  ada_->post(SetVideo{*VideoSourceSetting::parse("none")});
  ASSERT_TRUE(stops(*ben_, *ada_, Medium::kVideo));
  EXPECT_TRUE(more_comes(*ben_, Medium::kAudio));
  EXPECT_TRUE(eventually([&] { return marked(*ben_, "video none", true); }));
  ada_->post(SetVideo{*VideoSourceSetting::parse("synthetic:160x120@25")});
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
  EXPECT_TRUE(
      eventually([&] { return ben_->remote_picture().update() && ben_->remote_picture().front().width() == 160; }));
  EXPECT_EQ(numbers(*ben_).received(Medium::kVideo).figures.lost, 0);
}

// While nothing is sent the RTP clock goes on: the blocks after the pause are not late ones of before it.
TEST_F(MediaCallTest, WithdrawnAudioStopsAndComesBackInTime) {
  EndpointOptions ada = session_options("Ada");
  ada.trace_path = folder_ / "ada.jscope";
  ASSERT_TRUE(in_full_call(ada));
  ada_->post(SetAudio{*AudioSourceSetting::parse("none")});
  ASSERT_TRUE(stops(*ben_, *ada_, Medium::kAudio));
  const std::int64_t before = received(*ben_, Medium::kAudio);
  ada_->post(SetAudio{*AudioSourceSetting::parse("tone")});
  EXPECT_TRUE(more_comes(*ben_, Medium::kAudio));
  ASSERT_TRUE(ada_hangs_up());
  EXPECT_EQ(numbers(*ben_).received(Medium::kAudio).figures.lost, 0);

  std::optional<PacketSent> last;
  std::int64_t count = 0, longest = 0;
  for (const PacketSent& packet : events_in<PacketSent>(ada.trace_path)) {
    if (packet.medium != Medium::kAudio) continue;
    ++count;
    if (last) {
      const std::int64_t samples = packet.rtp_timestamp - last->rtp_timestamp;
      EXPECT_NEAR(static_cast<double>(samples), (packet.due - last->due).seconds() * 8000, 1);
      EXPECT_TRUE(packet.marker || samples == 256);  // the voice sets markers after its own pauses too
      longest = std::max(longest, samples);
    }
    last = packet;
  }
  EXPECT_GT(count, before);
  EXPECT_GT(longest, 8000 * 3 / 10) << "there was a pause";
}

TEST_F(MediaCallTest, ReceptionCanBeDeclinedAndAskedForAgain) {
  EndpointOptions ada = session_options("Ada");
  ada.settings.receive[Medium::kVideo] = false;  // from the start
  start(ada);
  ASSERT_TRUE(established());
  EXPECT_TRUE(more_comes(*ada_, Medium::kAudio));
  EXPECT_TRUE(more_comes(*ben_, Medium::kVideo));
  EXPECT_EQ(sent(*ben_, Medium::kVideo), 0);
  EXPECT_TRUE(eventually([&] { return marked(*ada_, "receive video no", false); })) << "said from the begin";
  ada_->post(SetReception{Medium::kAudio, false});
  ada_->post(SetReception{Medium::kVideo, true});
  EXPECT_TRUE(more_comes(*ada_, Medium::kVideo));
  EXPECT_TRUE(stops(*ada_, *ben_, Medium::kAudio));
  EXPECT_TRUE(more_comes(*ben_, Medium::kAudio));
}

TEST_F(MediaCallTest, ATraceThatCannotBeMadeIsSaidAndTheCallGoesOn) {
  EndpointOptions ada = session_options("Ada");
  ada.trace_path = folder_ / "ada/no/such/folder.jscope";
  ASSERT_TRUE(in_full_call(ada));
  EXPECT_THAT(ada_->view().trace_trouble, HasSubstr("folder.jscope"));
  EXPECT_FALSE(ada_->view().recording);
}

constexpr char kPortChannel[] = "JITTERSCOPE_TEST_PORT_CHANNEL";

// In the process that ADeadPeerIsNoticed starts: the remote, which tells its port and waits to be killed.
class RemoteProcess : public testing::Environment {
  void SetUp() override {
    const char* channel = std::getenv(kPortChannel);
    if (!channel) return;
    Endpoint ben(listener_options("Ben"), nullptr);
    const std::uint16_t port = ben.view().control_port;
    if (write(std::atoi(channel), &port, sizeof port) != static_cast<ssize_t>(sizeof port)) _exit(1);
    alarm(60);
    while (true) pause();
  }
};
[[maybe_unused]] const auto* const remote_process = testing::AddGlobalTestEnvironment(new RemoteProcess);

TEST_F(MediaCallTest, ADeadPeerIsNoticed) {
  int channel[2];
  ASSERT_EQ(pipe(channel), 0);
  setenv(kPortChannel, std::to_string(channel[1]).c_str(), 1);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    execl("/proc/self/exe", "unit_call", static_cast<char*>(nullptr));
    _exit(1);
  }
  close(channel[1]);
  unsetenv(kPortChannel);
  std::uint16_t port = 0;
  ASSERT_EQ(read(channel[0], &port, sizeof port), static_cast<ssize_t>(sizeof port));
  close(channel[0]);
  Endpoint ada(session_options("Ada"), nullptr);
  ada.post(PlaceCall{"127.0.0.1", port});
  EXPECT_TRUE(eventually([&] { return received(ada, Medium::kAudio) > 3; }));
  EXPECT_EQ(kill(child, SIGKILL), 0);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(eventually([&] { return ended(ada); }));
  EXPECT_TRUE(ada.view().failed);
  EXPECT_THAT(ada.view().sentence, HasSubstr("connection to the remote was lost"));
}

}  // namespace
}  // namespace jitterscope::media_call_test
