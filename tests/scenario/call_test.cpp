// Whole calls in virtual time.
#include <gtest/gtest.h>

#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope::virtual_call {
namespace {

constexpr Medium kBoth[] = {Medium::kAudio, Medium::kVideo};

std::vector<PacketSent> sent(const VirtualEnd& end, Medium medium) {
  auto all = end.all<PacketSent>();
  std::erase_if(all, [&](const PacketSent& packet) { return packet.medium != medium; });
  return all;
}

std::vector<PacketArrived> arrived(const VirtualEnd& end, Medium medium) {
  auto all = end.all<PacketArrived>();
  std::erase_if(all, [&](const PacketArrived& packet) { return packet.medium != medium; });
  return all;
}

TEST(Call, OverACleanLinkAllThatIsSentArrivesAfterTheDelayOfTheLink) {
  VirtualCall call("delay=20ms", {});
  call.run_for(Duration::seconds(10));
  call.finish();
  for (int number = 0; number < 2; ++number) {
    const VirtualEnd &from = call.end(number), &to = call.end(1 - number);
    for (const Medium medium : kBoth) {
      const auto out = sent(from, medium);
      const auto in = arrived(to, medium);
      ASSERT_GT(out.size(), 400u);
      ASSERT_EQ(in.size(), out.size());
      for (std::size_t i = 0; i < in.size(); ++i) {
        EXPECT_EQ(in[i].rtp_timestamp, out[i].rtp_timestamp);
        EXPECT_EQ(in[i].received - out[i].sent, Duration::ms(20));
        EXPECT_EQ(in[i].sent_conference, out[i].sent_conference);
      }
    }
    const auto frames = to.all<FrameDone>();
    ASSERT_EQ(frames.size(), 150u);
    for (const FrameDone& frame : frames) EXPECT_EQ(frame.outcome, FrameOutcome::kComplete) << frame.frame;
    EXPECT_EQ(to.all<FrameDecoded>().size(), frames.size());
    for (const AudioBlockDone& block : to.all<AudioBlockDone>()) EXPECT_EQ(block.outcome, PlayoutOutcome::kPlayed);
    int reports = 0;
    for (const RtcpReported& report : from.all<RtcpReported>()) {
      if (report.direction != Direction::kReceived || !report.highest_sequence) continue;
      EXPECT_EQ(report.cumulative_lost, 0);
      ++reports;
    }
    EXPECT_GE(reports, 8) << "two seconds apart, of both media";
    EXPECT_TRUE(to.all<PacketRejected>().empty());
  }
}

TEST(Call, LossesAreThoseOfTheLink) {
  VirtualCall call("line-loss=2%,jitter=3ms", {});
  call.run_for(Duration::seconds(20));
  call.finish();
  std::size_t missing = 0;
  for (int number = 0; number < 2; ++number)
    for (const Medium medium : kBoth)
      missing += sent(call.end(number), medium).size() - arrived(call.end(1 - number), medium).size();
  EXPECT_GT(missing, 50u);
  EXPECT_LE(missing, static_cast<std::size_t>(call.dropped())) << "the others are of RTCP";
}

/// Of all packets that were sent, in order: when, on which channel, and their bytes.
std::vector<std::tuple<std::int64_t, Channel, std::vector<std::uint8_t>>> packets_of(std::uint64_t seed) {
  VirtualCall call("rate=400kbit,queue=10,delay=10ms,jitter=5ms,line-loss=1%", {EndSetup{.seed = seed}, EndSetup{}},
                   seed);
  call.run_for(Duration::seconds(20));
  call.finish();
  std::vector<std::tuple<std::int64_t, Channel, std::vector<std::uint8_t>>> packets;
  for (const auto& packet : call.sent()) packets.emplace_back(packet.entered.ns(), packet.channel, packet.bytes);
  return packets;
}

TEST(Call, OneSeedGivesOneStreamOfBytes) {
  const auto first = packets_of(1);
  EXPECT_GT(first.size(), 1000u);
  EXPECT_TRUE(packets_of(1) == first);
  EXPECT_FALSE(packets_of(2) == first);
}

}  // namespace
}  // namespace jitterscope::virtual_call
