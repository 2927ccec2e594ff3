// RTCP with more remotes than one.
#include <gtest/gtest.h>

#include <map>

#include "core/call/exchange/rate_board.h"
#include "core/call/steps/rtcp_step.h"
#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/rtcp_reported.h"
#include "tests/unit/call/toy_seal.h"

namespace jitterscope::rtcp_remotes_test {
namespace {

constexpr Timestamp kNow = Timestamp::ns(9'000'000'000);
constexpr std::uint32_t kOwn = 5, kFirst = 100, kSecond = 200;

struct SteppedClocks : MachineClocks {
  ClockOffset realtime() const override { return {step, Duration::us(1)}; }
  ClockOffset raw() const override { return {}; }
  Duration step;
};

struct Sink : RtcpSink {
  Timestamp now() const override { return kNow; }
  bool leads_somewhere(Medium) override { return true; }
  void send(Medium, rtp::ConstBytes bytes) override { sent.emplace_back(bytes.begin(), bytes.end()); }
  bool said_bye() const {
    return std::ranges::any_of(sent, [](const auto& bytes) {
      const auto compound = rtp::parse_rtcp(bytes);
      return compound && compound->bye;
    });
  }
  std::vector<std::vector<std::uint8_t>> sent;
};

class RtcpRemotes : public testing::Test {
 protected:
  SlotTable<RtcpSlot>::Slot add(std::uint32_t ssrc, ParticipantId remote, Sink& sink, rtp::PacketSeal* seal = nullptr) {
    const RtcpStream stream{kOwn, 0, {{ssrc, remote}}, 8000, nullptr};
    RtcpConfig config{{stream, stream}, {}, "far", {}, remote, {{seal, seal}}};
    const auto slot =
        step_.remotes().add(std::make_unique<RtcpSlot>(events_, clock_, machine_, boards_[ssrc], rates_, sink, config));
    step_.run(kNow);
    return slot.value();
  }
  /// A report of this sender on what this end sends.
  static std::vector<std::uint8_t> report(std::uint32_t from, std::uint8_t lost) {
    std::vector<std::uint8_t> bytes(400);
    rtp::RtcpWriter writer(bytes);
    std::array<rtp::ReportBlock, 1> blocks;
    blocks[0].ssrc = kOwn;
    blocks[0].fraction_lost = lost;
    writer.receiver_report(from, blocks);
    bytes.resize(writer.size());
    return bytes;
  }
  void take(const std::vector<std::uint8_t>& bytes) { step_.take(Medium::kAudio, {bytes, kNow, std::nullopt, false}); }
  template <typename E>
  std::vector<std::pair<ParticipantId, E>> said() {
    std::vector<std::pair<ParticipantId, E>> found;
    events_.take_all([&](const Event& event, ParticipantId remote) {
      if (const E* one = get_if<E>(&event)) found.emplace_back(remote, *one);
    });
    return found;
  }

  EventRing events_{"events", 256};
  CallClock clock_{ConferenceClock{}};
  SteppedClocks machine_;
  std::map<std::uint32_t, PathBoard> boards_;
  RateBoard rates_;
  RtcpStep step_{events_};
  Sink first_, second_;
};

TEST_F(RtcpRemotes, EachReportIsOfWhoSentIt) {
  add(kFirst, kFirstRemote, first_);
  add(kSecond, ParticipantId{2}, second_);
  take(report(kSecond, 64));
  take(report(kFirst, 128));
  const auto reports = said<RtcpReported>();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0].first, ParticipantId{2});
  EXPECT_EQ(reports[0].second.fraction_lost, 0.25);
  EXPECT_EQ(reports[1].first, kFirstRemote);
  EXPECT_EQ(reports[1].second.fraction_lost, 0.5);
}

TEST_F(RtcpRemotes, WhatIsOfNobodyIsRefusedAndCounted) {
  add(kFirst, kFirstRemote, first_);
  add(kSecond, ParticipantId{2}, second_);
  for (int i = 0; i < 3; ++i) take(report(300, 1));
  step_.finish(kNow);
  const auto refused = said<PacketRejected>();
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].second.reason, RejectReason::kWrongSsrc);
  EXPECT_EQ(refused[0].second.count, 3);
}

TEST_F(RtcpRemotes, WhoLeavesIsToldByeAndNobodyElse) {
  const auto slot = add(kFirst, kFirstRemote, first_);
  add(kSecond, ParticipantId{2}, second_);
  step_.remotes().remove(slot);
  step_.run(kNow);
  EXPECT_TRUE(first_.said_bye());
  EXPECT_FALSE(second_.said_bye());
  take(report(kFirst, 1));  // the only one left says what is wrong with it
  step_.finish(kNow);
  EXPECT_TRUE(second_.said_bye());
  EXPECT_EQ(said<PacketRejected>().size(), 1u);
}

/// Packets that go to others meanwhile would be missing to who leaves.
TEST_F(RtcpRemotes, WhoLeavesIsNotToldHowMuchIsSent) {
  LatestValue<SenderProgress> progress;
  progress.put({kNow, 1000, 50, 8000});
  const RtcpStream stream{kOwn, 0, {{kFirst}}, 8000, &progress};
  const auto slot = step_.remotes().add(std::make_unique<RtcpSlot>(
      events_, clock_, machine_, boards_[kFirst], rates_, first_, RtcpConfig{{stream, stream}, {}, "far", {}}));
  step_.run(kNow);
  step_.remotes().remove(*slot);
  step_.run(kNow);
  ASSERT_TRUE(first_.said_bye());
  for (const auto& bytes : first_.sent) EXPECT_FALSE(rtp::parse_rtcp(bytes)->sender);
}

/// Whoever makes a slot does not write to the ring of the thread that serves it.
TEST_F(RtcpRemotes, ASlotSaysNothingBeforeItIsServed) {
  const ConferenceClock agreed{Duration{}, true, ClockRole::kSameMachine};
  RtcpConfig config;
  config.agreed = agreed;
  step_.remotes().add(std::make_unique<RtcpSlot>(events_, clock_, machine_, boards_[kFirst], rates_, first_, config));
  EXPECT_TRUE(said<ClockSynced>().empty());
  step_.run(kNow);
  EXPECT_EQ(said<ClockSynced>().size(), 1u);
  step_.run(kNow);
  EXPECT_TRUE(said<ClockSynced>().empty()) << "once";
}

TEST_F(RtcpRemotes, AStepOfThisMachinesClockIsSaidOnce) {
  add(kFirst, kFirstRemote, first_);
  add(kSecond, ParticipantId{2}, second_);
  for (int second = 1; second < 6; ++second) {
    if (second == 3) machine_.step = Duration::seconds(2);
    step_.run(kNow + Duration::seconds(second));
  }
  EXPECT_EQ(said<ClockStepped>().size(), 1u);
}

/// A step that is due at once each time keeps its thread running.
TEST_F(RtcpRemotes, WithMoreThanOneThereIsTimeToSleep) {
  add(kFirst, kFirstRemote, first_);
  add(kSecond, ParticipantId{2}, second_);
  for (int second = 1; second < 6; ++second) {
    const Timestamp now = kNow + Duration::seconds(second);
    EXPECT_GE(step_.run(now), now + Duration::ms(100)) << second;
  }
}

TEST_F(RtcpRemotes, ReportsComeSealed) {
  ToySeal seal(7), stranger(9);
  add(kFirst, kFirstRemote, first_, &seal);
  const auto clear = report(kFirst, 64);
  std::vector<std::uint8_t> sealed(500);
  sealed.resize(seal.seal(rtp::PacketSeal::Kind::kRtcp, clear, {}, sealed));
  take(sealed);
  EXPECT_EQ(said<RtcpReported>().size(), 1u);
  take(clear);
  sealed.assign(500, 0);
  sealed.resize(stranger.seal(rtp::PacketSeal::Kind::kRtcp, clear, {}, sealed));
  take(sealed);
  step_.finish(kNow);
  const auto refused = said<PacketRejected>();
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].second.reason, RejectReason::kBadSeal);
  EXPECT_EQ(refused[0].second.count, 2);
}

}  // namespace
}  // namespace jitterscope::rtcp_remotes_test
