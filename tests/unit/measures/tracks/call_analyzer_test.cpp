#include "core/measures/tracks/call_analyzer.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_rejected.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/kinds/sender_summary.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace jitterscope::call_analyzer_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000'000);

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

PacketArrived arrived(std::int64_t sequence, double seconds, Medium medium = Medium::kAudio, std::uint32_t ssrc = 1) {
  PacketArrived p;
  p.medium = medium;
  p.ssrc = ssrc;
  p.sequence = sequence;
  p.rtp_timestamp = sequence * 160;
  p.frame = sequence;
  p.block = 0;
  p.size = 125;
  p.received = at(seconds);
  return p;
}

TEST(CallAnalyzer, ShowsNothingBeforeAnythingHappened) {
  CallAnalyzer analyzer(kBegan);
  const auto s = analyzer.snapshot(at(2));
  EXPECT_DOUBLE_EQ(s.elapsed_s, 2);
  EXPECT_FALSE(s.received(Medium::kAudio).figures.active || s.sent[Medium::kVideo].active);
  EXPECT_EQ(s.sent[Medium::kVideo].direction, Direction::kSent);
  EXPECT_EQ(s.sent[Medium::kVideo].medium, Medium::kVideo);
  EXPECT_FALSE(s.received(Medium::kAudio).figures.loss_ratio || s.received(Medium::kAudio).figures.interarrival.mean ||
               s.reported(Medium::kAudio).figures || s.round_trip_ms);
  EXPECT_FALSE(analyzer.take_report(Medium::kAudio));
  EXPECT_EQ(analyzer.summary(Medium::kVideo, at(2)).packets, 0);
}

TEST(CallAnalyzer, ARoundTripHasItsAge) {
  CallAnalyzer analyzer(kBegan);
  RtcpReported told;
  told.direction = Direction::kReceived;
  told.ssrc = 7;
  told.round_trip_ms = 23'900;
  told.at = at(2);
  analyzer.add(told);
  told.round_trip_ms.reset();
  told.at = at(10);
  analyzer.add(told);
  const auto s = analyzer.snapshot(at(17));
  EXPECT_EQ(s.round_trip_ms, 23'900);
  EXPECT_EQ(s.round_trip_age_s, 15) << "a report without one does not renew it";
}

TEST(CallAnalyzer, RateAndLossSecondBySecond) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 300; ++i) {  // 100 packets a second; the second second loses every second one
    if (i / 100 != 1 || i % 2 == 0) analyzer.add(arrived(i, i * 0.01));
  }
  const auto s = analyzer.snapshot(at(3.0)).received(Medium::kAudio).figures;
  ASSERT_EQ(s.rate_series.size(), 3u);
  EXPECT_DOUBLE_EQ(s.rate_series[0].at_s, 1);
  EXPECT_DOUBLE_EQ(s.rate_series[0].value, 100);  // kbit/s
  EXPECT_DOUBLE_EQ(s.rate_series[1].value, 50);
  ASSERT_EQ(s.loss_series.size(), 3u);
  EXPECT_DOUBLE_EQ(s.loss_series[0].value, 0);
  EXPECT_NEAR(s.loss_series[1].value, 50, 1);
  EXPECT_NEAR(s.rate_kbps, 75, 1);  // of the last two seconds alike
  EXPECT_NEAR(s.packets_per_second, 75, 1);
  EXPECT_NEAR(*s.loss_ratio, 50 / 300.0, 1e-12);
  EXPECT_NEAR(*s.recent_loss_ratio, 50 / 300.0, 1e-12);
  EXPECT_EQ(analyzer.snapshot(at(30)).received(Medium::kAudio).figures.rate_kbps, 0);
  EXPECT_FALSE(analyzer.snapshot(at(30)).received(Medium::kAudio).figures.recent_loss_ratio);
}

TEST(CallAnalyzer, RecentFiguresForgetWhatIsOlderThanTenSeconds) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(arrived(0, 0));
  analyzer.add(arrived(1, 3));  // 3 s once
  for (int i = 2; i < 1000; ++i) analyzer.add(arrived(i, 3 + (i - 1) * 0.02));
  const auto s = analyzer.snapshot(at(23)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.interarrival.max, 3000);
  EXPECT_NEAR(*s.recent_interarrival.max, 20, 1e-6);
  EXPECT_NEAR(static_cast<double>(s.recent_interarrival.n), 500, 5);
}

TEST(CallAnalyzer, SeriesStayBoundedAndKeepTheirExtremes) {
  CallAnalyzer analyzer(kBegan);
  double t = 0;
  for (int i = 0; i < 400'000; ++i) {  // over two hours
    t += i == 50'000 ? 0.5 : 0.02;
    analyzer.add(arrived(i, t));
  }
  const auto s = analyzer.snapshot(at(t)).received(Medium::kAudio).figures;
  EXPECT_LE(s.interarrival_series.size(), 1500u + 1201u);
  EXPECT_GT(s.interarrival_series.size(), 1200u);
  double highest = 0, previous = -1;
  for (const auto& slot : s.interarrival_series) {
    EXPECT_GT(slot.at_s, previous);
    previous = slot.at_s;
    highest = std::max(highest, slot.max);
    EXPECT_NEAR(slot.min, 20, 1e-3);
  }
  EXPECT_NEAR(highest, 500, 1e-3);
  EXPECT_LE(s.rate_series.size(), 7200u);
  EXPECT_EQ(s.last_packets.size(), 50u);
}

/// Ten frames of three packets a second.
void send_frames(CallAnalyzer& analyzer, int frames) {
  for (int i = 0; i < frames * 3; ++i) {
    PacketSent p;
    p.medium = Medium::kVideo;
    p.sequence = i;
    p.frame = i / 3;
    p.block = static_cast<std::uint16_t>(i % 3);
    p.sent = at(i / 3 * 0.1 + i % 3 * 0.025);
    p.size = 100;
    analyzer.add(p);
  }
}

TEST(CallAnalyzer, DotsHoldTheLastTwelveFrames) {
  CallAnalyzer analyzer(kBegan);
  send_frames(analyzer, 20);
  const auto dots = analyzer.snapshot(at(2)).sent[Medium::kVideo].last_packets;
  ASSERT_EQ(dots.size(), 36u);
  EXPECT_EQ(dots.front().frame, 8);
  EXPECT_DOUBLE_EQ(dots[0].offset_ms, 0);
  EXPECT_DOUBLE_EQ(dots[2].offset_ms, 50);
  EXPECT_NEAR(dots.back().at_s, 1.95, 1e-9);
  const auto departures = analyzer.snapshot(at(2)).sent[Medium::kVideo].last_departures;
  ASSERT_EQ(departures.size(), 60u) << "of more frames: the remote tells of one in several";
  EXPECT_EQ(departures.front().frame, 0);
}

TEST(CallAnalyzer, DeparturesAreKeptForSomeSeconds) {
  CallAnalyzer analyzer(kBegan);
  send_frames(analyzer, 200);
  const auto departures = analyzer.snapshot(at(20)).sent[Medium::kVideo].last_departures;
  ASSERT_FALSE(departures.empty());
  EXPECT_NEAR(static_cast<double>(departures.front().frame), 200 - 60, 1.5);
  EXPECT_EQ(departures.back().frame, 199);
  EXPECT_TRUE(analyzer.snapshot(at(20), Interests()).sent[Medium::kVideo].last_departures.empty());
}

TEST(CallAnalyzer, ABurstOfLossInTheLastIntervalIsSeen) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 240; ++i)  // 100 packets a second until 2.4 s; of its last 0.2 s one in twenty
    if (i < 220 || i == 239) analyzer.add(arrived(i, i * 0.01));
  const auto s = analyzer.snapshot(at(2.5)).received(Medium::kAudio).figures;
  ASSERT_FALSE(s.loss_series.empty());
  EXPECT_DOUBLE_EQ(s.loss_series.back().at_s, 2.5);
  EXPECT_NEAR(s.loss_series.back().value, 100 * 19 / 40.0, 1e-9) << "of what was expected since 2 s";
  const auto goes_on = analyzer.next_snapshot(at(2.5), Interests::all());
  EXPECT_DOUBLE_EQ(goes_on->received(Medium::kAudio).figures.loss_series.back().at_s, 2)
      << "the present second is not over";
}

TEST(CallAnalyzer, PacketsThatTheSenderAloneCountedAreLostInTheSilenceBehindTheLast) {
  CallAnalyzer analyzer(kBegan);
  const auto count = [&](std::int64_t packets, double seconds) {
    SenderSummary told;
    told.medium = Medium::kAudio;
    told.ssrc = arrived(0, 0).ssrc;
    told.packets = packets;
    told.at = at(seconds);
    analyzer.add(told);
  };
  for (int i = 0; i < 150; ++i) {
    if (i == 50) count(50, 0.495);
    analyzer.add(arrived(i, i * 0.01));
  }
  count(450, 4.5);
  const auto s = analyzer.snapshot(at(6.25)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.lost, 300);
  ASSERT_GE(s.loss_series.size(), 2u);
  const auto &end = s.loss_series.back(), &begin = *std::prev(s.loss_series.end(), 2);
  EXPECT_DOUBLE_EQ(end.at_s, 6.25);
  EXPECT_DOUBLE_EQ(end.value, 100);
  EXPECT_LE(begin.at_s, 3) << "the silence, all of it";
  EXPECT_DOUBLE_EQ(begin.value, 100);
}

TEST(CallAnalyzer, ASecondThatTheEndCutsOffIsNoSecond) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 1234; ++i) analyzer.add(arrived(i, i * 0.01));            // until 12.33 s
  const auto s = analyzer.snapshot(at(12.9)).received(Medium::kAudio).figures;  // the call ended a little later
  EXPECT_LT(s.packets_per_second, 90) << "of the last two seconds";
  EXPECT_NEAR(*s.whole_packets_per_second, 100, 1e-6);
  EXPECT_NEAR(*s.whole_rate_kbps, 100, 1e-6);
  EXPECT_EQ(s.whole_frames_per_second, std::nullopt) << "none was played";
}

TEST(CallAnalyzer, TheRatesOfACallAreOverTheCallAlsoOfAStreamThatStopped) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 1001; ++i) analyzer.add(arrived(i, i * 0.01));  // until 10 s
  const auto s = analyzer.snapshot(at(40)).received(Medium::kAudio).figures;
  EXPECT_NEAR(*s.whole_packets_per_second, 25, 1e-6);
  EXPECT_NEAR(*s.whole_rate_kbps, 25, 1e-6);
}

TEST(CallAnalyzer, ANewSsrcRestartsFiguresAndKeepsSeries) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 200; ++i) analyzer.add(arrived(i, i * 0.02));
  for (int i = 0; i < 100; ++i) analyzer.add(arrived(40'000 + i, 4 + i * 0.02, Medium::kAudio, 2));
  const auto s = analyzer.snapshot(at(6)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.ssrc, 2u);
  EXPECT_EQ(s.packets, 100);
  EXPECT_EQ(s.lost, 0);
  EXPECT_EQ(s.interarrival.n, 99);
  EXPECT_EQ(s.rate_series.size(), 6u);
  EXPECT_LT(s.interarrival_series.front().at_s, 1);
}

/// Hold music: packets of other SSRCs are no losses of the first, whose extended numbers go on over all.
TEST(CallAnalyzer, ASenderThatReturnsToItsSsrcBeginsAnew) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 100; ++i) analyzer.add(arrived(i, i * 0.02));
  for (int i = 0; i < 50; ++i) analyzer.add(arrived(65'537 + i, 5 + i * 0.02, Medium::kAudio, 2));
  for (int i = 0; i < 80; ++i) analyzer.add(arrived(131'173 + i, 9 + i * 0.02));
  const auto s = analyzer.snapshot(at(10.6)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.ssrc, 1u);
  EXPECT_EQ(s.packets, 80);
  EXPECT_EQ(s.lost, 0);
  EXPECT_EQ(s.interarrival.n, 79);
  EXPECT_NEAR(*s.interarrival.max, 20, 0.01);
  EXPECT_LT(s.interarrival_series.front().at_s, 1);
  EXPECT_EQ(analyzer.take_report(Medium::kAudio)->cumulative_lost, 0);
}

TEST(CallAnalyzer, AskingMakesNoParticipant) {
  CallAnalyzer analyzer(kBegan);
  EXPECT_EQ(analyzer.summary(Medium::kAudio, at(1), ParticipantId{9}).packets, 0);
  EXPECT_FALSE(analyzer.take_report(Medium::kAudio, ParticipantId{9}));
  EXPECT_FALSE(analyzer.received(StreamId{3}, at(1)));
  EXPECT_EQ(analyzer.snapshot(at(1)).remotes.size(), 1u) << "the first remote is known from the start";
}

TEST(CallAnalyzer, FramesRejectsAndForeignStreams) {
  CallAnalyzer analyzer(kBegan);
  PacketArrived foreign = arrived(0, 0, Medium::kVideo);
  foreign.frame.reset();
  foreign.block.reset();
  analyzer.add(foreign);
  FrameDone done;
  done.ssrc = 1;
  done.completed = at(0.01);
  done.outcome = FrameOutcome::kPatched;
  analyzer.add(done);
  done.ssrc = 99;  // of a stream that is no more
  analyzer.add(done);
  analyzer.add(PacketRejected{Medium::kVideo, RejectReason::kWrongSsrc, at(0.1), 50, 1});
  analyzer.add(PacketRejected{Medium::kVideo, RejectReason::kBadJpegHeader, at(0.1), 50, {}});
  const auto s = analyzer.snapshot(at(0.5)).received(Medium::kVideo).figures;
  EXPECT_TRUE(s.foreign);
  EXPECT_GT(s.frames_per_second, 0);
  EXPECT_EQ(s.rejected[static_cast<std::size_t>(RejectReason::kWrongSsrc)], 1);
  EXPECT_EQ(s.refused, 1) << "one packet of the stream itself";
  EXPECT_EQ(s.refused_by[static_cast<std::size_t>(RejectReason::kBadJpegHeader)], 1);
  EXPECT_FALSE(s.delay.mean);
}

TEST(CallAnalyzer, FramesAreCompleteLostOrLateByTheirPackets) {
  CallAnalyzer analyzer(kBegan);
  analyzer.set_period(Medium::kVideo, 100);
  const auto packet = [&](std::int64_t frame, int block, double seconds) {
    PacketArrived p = arrived(frame * 2 + block, seconds, Medium::kVideo);
    p.frame = frame;
    p.block = static_cast<std::uint16_t>(block);
    p.marker = block == 1;
    analyzer.add(p);
  };
  packet(0, 0, 0);
  EXPECT_EQ(analyzer.snapshot(at(0.01)).received(Medium::kVideo).figures.frames_lost, 0);  // under way
  packet(0, 1, 0.01);
  packet(1, 1, 0.1);
  packet(2, 0, 0.2);
  packet(2, 1, 0.21);
  packet(3, 0, 0.3);
  packet(3, 1, 0.310001);  // late by 1 us
  const auto s = analyzer.snapshot(at(0.5)).received(Medium::kVideo).figures;
  EXPECT_EQ(s.frames_complete, 3);
  EXPECT_EQ(s.frames_lost, 1);
  EXPECT_EQ(s.frames_late, 1);
  EXPECT_FALSE(s.blocks_missed_playout);
  packet(1, 0, 0.55);  // frame 1 after all, late itself; frame 2 came before it
  EXPECT_EQ(analyzer.snapshot(at(0.6)).received(Medium::kVideo).figures.frames_lost, 0);
  EXPECT_EQ(analyzer.snapshot(at(0.6)).received(Medium::kVideo).figures.frames_late, 2);
}

TEST(CallAnalyzer, LateBlocksAndMissedPlayoutAreTwoMeasures) {
  CallAnalyzer analyzer(kBegan);
  EXPECT_FALSE(analyzer.summary(Medium::kAudio, at(0)).frames_late);
  const auto block = [&](int i) {
    PacketArrived p = arrived(i, i * 0.04);
    p.marker = false;
    p.rtp_timestamp = i * 160;  // 20 ms
    analyzer.add(p);
  };
  block(0);
  EXPECT_FALSE(analyzer.snapshot(at(1)).received(Medium::kAudio).figures.frames_late);  // period unknown
  for (int i = 1; i < 8; ++i) block(i);
  AudioBlockDone done;
  done.ssrc = 1;
  done.outcome = PlayoutOutcome::kLate;
  analyzer.add(done);
  const auto s = analyzer.snapshot(at(1)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.frames_complete, 8);
  EXPECT_EQ(s.frames_late, 7);
  EXPECT_EQ(s.dvt_ms, 30);
  EXPECT_EQ(s.blocks_missed_playout, 1);
}

TEST(CallAnalyzer, SummaryFollowsAChangeWithinTenSeconds) {
  CallAnalyzer analyzer(kBegan);
  int n = 0;
  for (; n < 1000; ++n) analyzer.add(arrived(n, n / 2 * 0.04));  // pairs at once
  EXPECT_GT(*analyzer.summary(Medium::kAudio, at(20)).interarrival_stddev_ms, 19);
  for (; n < 1510; ++n) analyzer.add(arrived(n, n * 0.02));
  EXPECT_LT(*analyzer.summary(Medium::kAudio, at(30.2)).interarrival_stddev_ms, 0.01);
}

TEST(CallAnalyzer, ReadoutsOfTheLastTenSeconds) {
  CallAnalyzer analyzer(kBegan);
  PeerSummary summary;
  for (int i = 0; i <= 80; ++i) {  // the first second loses all that is ever lost
    summary.at = at(i * 0.25);
    summary.expected = i * 25;
    summary.lost = std::min(i, 4) * 5;
    analyzer.add(summary);
    PacketArrived packet = arrived(i, i * 0.25);
    packet.received_conference = packet.received;
    packet.sent_conference = packet.received - Duration::ms(i <= 40 ? 100 : 20);
    analyzer.add(packet);
    const auto loss = analyzer.snapshot(summary.at).reported(Medium::kAudio).figures->recent_loss_ratio;
    if (i == 0) { EXPECT_FALSE(loss); }
    if (i == 4) { EXPECT_DOUBLE_EQ(*loss, 0.2); }
    if (i == 40) { EXPECT_DOUBLE_EQ(*loss, 0.02); }
    if (i == 44) { EXPECT_DOUBLE_EQ(*loss, 0); }
  }
  EXPECT_DOUBLE_EQ(*analyzer.snapshot(at(20)).received(Medium::kAudio).figures.recent_delay_mean_ms,
                   (100 + 40 * 20) / 41.0);
  EXPECT_DOUBLE_EQ(*analyzer.snapshot(at(21)).received(Medium::kAudio).figures.recent_delay_mean_ms, 20);
  EXPECT_FALSE(analyzer.snapshot(at(40)).received(Medium::kAudio).figures.recent_delay_mean_ms);
}

TEST(CallAnalyzer, FramesOfThePeerASecond) {
  CallAnalyzer analyzer(kBegan);
  PeerSummary summary;
  for (int i = 0; i <= 28; ++i) {
    summary.at = at(i * 0.25);
    summary.frames_complete = i < 10 ? 0 : (i - 9) * 5;
    analyzer.add(summary);
    if (i == 1) { EXPECT_FALSE(analyzer.snapshot(summary.at).reported(Medium::kAudio).figures->frames_per_second); }
    if (i == 9) { EXPECT_EQ(analyzer.snapshot(summary.at).reported(Medium::kAudio).figures->frames_per_second, 0); }
  }
  EXPECT_DOUBLE_EQ(*analyzer.snapshot(at(7)).reported(Medium::kAudio).figures->frames_per_second, 20);
  EXPECT_FALSE(analyzer.snapshot(at(10)).reported(Medium::kAudio).figures->frames_per_second);  // nothing heard for 3 s
  summary.at = at(10.25);
  summary.frames_complete = 3;  // a new stream
  analyzer.add(summary);
  EXPECT_FALSE(analyzer.snapshot(at(10.25)).reported(Medium::kAudio).figures->frames_per_second);
}

TEST(CallAnalyzer, SentPacketsThatTheKernelRefusedAreNotSent) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 10; ++i) {
    PacketSent p;
    p.medium = Medium::kAudio;
    p.sequence = i;
    p.sent = at(i * 0.02);
    p.accepted = i != 4;
    p.size = 100;
    analyzer.add(p);
  }
  const auto s = analyzer.snapshot(at(1)).sent[Medium::kAudio];
  EXPECT_EQ(s.packets, 9);
  EXPECT_EQ(s.refused, 1);
  EXPECT_EQ(s.lost, 0) << "what came of the others is the remote's to say";
  EXPECT_EQ(s.bytes, 900);
  EXPECT_FALSE(s.loss_ratio);  // what came of the others is not known here
  EXPECT_NEAR(*s.interarrival.max, 40, 1e-9);
}

TEST(CallAnalyzer, ReportBlocksFollowRfc3550) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 65530; i < 65540; ++i) {
    if (i != 65535) analyzer.add(arrived(i, i * 0.02));
  }
  auto report = *analyzer.take_report(Medium::kAudio);
  EXPECT_EQ(report.ssrc, 1u);
  EXPECT_EQ(report.highest_sequence, (1u << 16) + 3);
  EXPECT_EQ(report.cumulative_lost, 1);
  EXPECT_DOUBLE_EQ(report.fraction_lost, 0.1);
  EXPECT_EQ(report.jitter, 0u);
  analyzer.add(arrived(65540, 65540 * 0.02));
  analyzer.add(arrived(65540, 65540 * 0.02 + 0.001));
  report = *analyzer.take_report(Medium::kAudio);
  EXPECT_EQ(report.fraction_lost, 0);
  EXPECT_EQ(report.cumulative_lost, 0);  // the duplicate makes up for the loss, as A.3 has it
}

TEST(CallAnalyzer, SummaryAndWhatThePeerSays) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 100; ++i) {
    PacketArrived p = arrived(i, i * 0.02);
    p.sent_conference = Timestamp::ns(i * 20'000'000LL);
    p.received_conference = *p.sent_conference + Duration::ms(7);
    analyzer.add(p);
  }
  PeerSummary summary = analyzer.summary(Medium::kAudio, at(2));
  EXPECT_EQ(summary.packets, 100);
  EXPECT_NEAR(*summary.interarrival_mean_ms, 20, 1e-6);
  EXPECT_DOUBLE_EQ(*summary.delay_p95_ms, 7);
  EXPECT_DOUBLE_EQ(summary.rate_kbps, 50);

  CallAnalyzer other(kBegan);
  summary.at = at(1);
  other.add(summary);
  summary.at = at(1.25);
  summary.expected += 10;
  summary.lost += 4;
  other.add(summary);
  const auto view = other.snapshot(at(2)).reported(Medium::kAudio).figures;
  ASSERT_TRUE(view);
  EXPECT_DOUBLE_EQ(view->age_s, 0.75);
  EXPECT_DOUBLE_EQ(view->loss_series.back().value, 40);
  EXPECT_EQ(view->rate_series.size(), 2u);
  EXPECT_FALSE(other.snapshot(at(2)).reported(Medium::kVideo).figures);
}

}  // namespace
}  // namespace jitterscope::call_analyzer_test
