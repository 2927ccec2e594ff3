// Packets of the picture that were to come and did not: as a call's snapshot tells of them.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <utility>

#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::lost_packets_test {
namespace {

constexpr int kBlocks = 33;

Timestamp at(double seconds) {
  return Timestamp{} + Duration::from_seconds(1000 + seconds);
}

/// Frames of 33 packets a millisecond apart, ten a second, 5 ms on their way; `lost` says which do not come.
class LostPackets : public testing::Test {
 protected:
  CallAnalyzer analyzer_{at(0)};

  using Lost = std::function<bool(int frame, int block)>;
  void play(int from, int to, const Lost& lost, bool foreign = false) {
    for (int frame = from; frame < to; ++frame)
      for (int block = 0; block < kBlocks; ++block) {
        if (lost(frame, block)) continue;
        PacketArrived packet;
        packet.medium = Medium::kVideo;
        packet.ssrc = 7;
        packet.sequence = frame * kBlocks + block;
        packet.rtp_timestamp = frame * 9000;
        if (!foreign) {
          packet.frame = frame;
          packet.block = static_cast<std::uint16_t>(block);
          packet.sent_conference = at(frame * 0.1 + block * 0.001);
        }
        packet.marker = block == kBlocks - 1;
        packet.size = 1000;
        packet.received = at(frame * 0.1 + block * 0.001 + 0.005);
        packet.received_conference = packet.received;
        analyzer_.add(packet);
      }
  }
  StreamSnapshot video(double seconds) { return analyzer_.snapshot(at(seconds)).received(Medium::kVideo).figures; }
};

/// No frame is complete, so none is given up for a second: what the reassembler says comes too late for the plot.
TEST_F(LostPackets, AreKnownWhereNoFrameComesWhole) {
  play(0, 20, [](int, int block) { return block % 4 != 1; });
  const auto figures = video(2);
  std::set<std::int64_t> frames;
  for (const auto& dot : figures.last_lost) frames.insert(dot.frame);
  EXPECT_EQ(frames.size(), 10u) << "of twelve all but the last two";
  EXPECT_EQ(figures.last_lost.size(), 10u * 25);
  EXPECT_EQ(figures.lost_departures.size(), figures.last_lost.size());
  EXPECT_NEAR(figures.lost_departures[1].offset_ms, 1, 1e-6) << "between those of block 1 and 5";
  EXPECT_NEAR(figures.last_lost[1].offset_ms, 1, 1e-6);
  EXPECT_EQ(figures.last_packets.size(), 12u * 8) << "these are still what came";
}

TEST_F(LostPackets, AFrameThatWasGivenUpIsDecided) {
  play(0, 5, [](int frame, int block) { return frame == 4 && block == 10; });
  EXPECT_TRUE(video(1).last_lost.empty());
  FrameDone done;
  done.ssrc = 7;
  done.frame = 4;
  done.outcome = FrameOutcome::kIncomplete;
  done.completed = at(1);
  analyzer_.add(done);
  ASSERT_EQ(video(1).last_lost.size(), 1u);
  EXPECT_EQ(video(1).last_lost[0].block, 10);
}

TEST_F(LostPackets, OfAnotherProgramAreTheGapsOfItsNumbers) {
  play(
      0, 10, [](int frame, int block) { return frame == 4 || (frame == 6 && block % 2 == 1); }, true);
  const auto figures = video(1);
  EXPECT_TRUE(figures.foreign);
  EXPECT_EQ(figures.last_lost.size(), kBlocks + 16u);
  EXPECT_TRUE(figures.lost_departures.empty());
  std::set<std::int64_t> came;
  for (const auto& dot : figures.last_packets) came.insert(dot.frame);
  EXPECT_FALSE(came.contains(figures.last_lost.front().frame)) << "its row is its own";
}

TEST_F(LostPackets, WhatThisProgramDroppedIsNone) {
  play(0, 10, [](int frame, int block) { return (frame == 4 || frame == 8) && block > 5 && block < 9; });
  EXPECT_EQ(video(1).last_lost.size(), 3u) << "frame 8 is not decided yet";
  RingDropped dropped;
  dropped.ring = ShortText<24>("video-receive events");
  dropped.dropped = 3;
  dropped.at = at(0.5);
  analyzer_.add(dropped);
  play(10, 12, [](int, int) { return false; });
  const auto figures = video(1.2);
  ASSERT_EQ(figures.last_lost.size(), 3u);
  EXPECT_EQ(figures.last_lost[0].frame, 8);
  EXPECT_FALSE(figures.lost);
}

TEST_F(LostPackets, OfTheOwnPictureAreWhatTheRemoteDidNotTellOf) {
  for (int i = 0; i < 4 * kBlocks; ++i) {
    PacketSent packet;
    packet.medium = Medium::kVideo;
    packet.ssrc = 9;
    packet.sequence = i;
    packet.frame = i / kBlocks;
    packet.block = static_cast<std::uint16_t>(i % kBlocks);
    packet.sent = at(packet.frame * 0.1 + packet.block * 0.001);
    packet.size = 1000;
    packet.accepted = packet.block != 32;  // the kernel did not take it: it is not the network that lost it
    analyzer_.add(packet);
  }
  PeerSummary summary;
  summary.medium = Medium::kVideo;
  summary.at = at(0.4);
  analyzer_.add(summary);
  for (std::uint16_t block = 0; block < 8; ++block)
    analyzer_.add(PeerPacket{9, 2, block, Duration::ms(block), at(0.4)});
  const auto told = analyzer_.snapshot(at(0.5)).reported(Medium::kVideo).figures;
  ASSERT_TRUE(told);
  EXPECT_EQ(told->last_packets.size(), 8u);
  ASSERT_EQ(told->last_lost.size(), 24u);
  EXPECT_EQ(told->last_lost[0].block, 8);
  EXPECT_NEAR(told->last_lost[0].offset_ms, 8, 1e-6);
}

TEST_F(LostPackets, OfALessonsHalfAreThoseOfItsLastFrames) {
  const auto enter = [&](DemonstrationPhase phase, double seconds) {
    analyzer_.add(DemonstrationEntered{phase, DemonstrationKind::kShaping, {"c"}, End::kLocal, at(seconds)});
  };
  enter(DemonstrationPhase::kSettling, 0);
  enter(DemonstrationPhase::kBefore, 1);
  play(10, 30, [](int frame, int block) { return frame % 2 == 0 && block > 20; });
  auto half = *analyzer_.snapshot(at(3)).demonstration->before;
  EXPECT_EQ(half.lost.size(), 5u * 12) << "of twelve frames, the last two undecided";
  EXPECT_EQ(half.packets_lost, 10 * 12);
  EXPECT_EQ(half.arrivals.size(), 12u * kBlocks - 6 * 12);
  RingDropped dropped;
  dropped.ring = ShortText<24>("video-receive events");
  dropped.dropped = 3;
  dropped.at = at(2.9);
  analyzer_.add(dropped);
  half = *analyzer_.snapshot(at(3)).demonstration->before;
  EXPECT_EQ(half.packets_lost, std::nullopt);
  EXPECT_LT(half.lost.size(), 5u * 12);
}

}  // namespace
}  // namespace jitterscope::lost_packets_test
