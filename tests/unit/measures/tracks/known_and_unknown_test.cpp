// What a stream can and cannot say of itself.
#include <gtest/gtest.h>

#include "core/base/stats/rate_meter.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::known_and_unknown_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(5'000'000'000);

Timestamp at_ms(double ms) {
  return kBegan + Duration::from_ms(ms);
}

PacketObservation packet(std::int64_t sequence, double received_ms, std::optional<double> sent_ms = {}) {
  PacketObservation p;
  p.sequence = sequence;
  p.frame = sequence;
  p.rtp_timestamp = sequence * 160;
  p.received = at_ms(received_ms);
  if (sent_ms) p.sent = at_ms(*sent_ms);
  p.size = 172;
  p.marker = false;
  return p;
}

StreamInput audio(int blocks) {
  StreamInput stream;
  stream.medium = Medium::kAudio;
  stream.ssrc = 7;
  stream.clock_rate_hz = 8000;
  stream.nominal_period_ms = 20;
  for (int i = 0; i < blocks; ++i) stream.packets.push_back(packet(i, 20 * i + 5, 20 * i));
  return stream;
}

TEST(Unknown, OfAStreamThatWasOnlySentLossDelayGapsAndQualityAre) {
  StreamInput stream = audio(100);
  stream.direction = Direction::kSent;
  change_each_packet(stream, [](auto& p) { p.sent.reset(); });
  change_packets(stream, [](auto& packets) { packets.erase(packets.begin() + 50); });  // the kernel did not take it
  const StreamReport r = analyze_stream(stream);
  EXPECT_EQ(r.packets, 99);
  EXPECT_EQ(r.refused, 1);
  EXPECT_FALSE(r.lost || r.loss_ratio || r.delay || r.gaps_per_second || r.loss_bursts || r.voice);
  ASSERT_TRUE(r.audio);
  EXPECT_EQ(r.audio->blocks, 100);
  EXPECT_FALSE(r.audio->error || r.audio->late);
  EXPECT_FALSE(r.quality.latency_ms || r.quality.jitter_ms || r.quality.loss_ratio || r.quality.network_latency_ms);
  EXPECT_EQ(r.quality.no_latency, NoLatency::kSentOnly);
  EXPECT_FALSE(r.compensation || r.skew_candidate);
  ASSERT_TRUE(r.intervals);
  EXPECT_FALSE(r.intervals->optimal_buffer || r.intervals->optimal_effective_n);
}

TEST(Unknown, AWindowSaysNoLossOfWhatItSends) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 100; ++i) {
    PacketSent sent;
    sent.medium = Medium::kAudio;
    sent.ssrc = 3;
    sent.sequence = sent.frame = i;
    sent.sent = at_ms(20 * i);
    analyzer.add(sent);
  }
  const StreamSnapshot s = analyzer.snapshot(at_ms(2000)).sent[Medium::kAudio];
  EXPECT_EQ(s.packets, 100);
  EXPECT_FALSE(s.loss_ratio || s.recent_loss_ratio || s.frames_late);
}

TEST(Ipdv, IsUndefinedWhereNoTwoNeighboursCame) {
  StreamInput stream = audio(9);
  change_packets(stream, [](auto& packets) {
    for (int i = 7; i > 0; i -= 2) packets.erase(packets.begin() + i);
  });
  const StreamReport r = analyze_stream(stream);
  ASSERT_TRUE(r.ipdv);
  EXPECT_EQ(r.ipdv->undefined_share, 1);
  EXPECT_FALSE(r.ipdv->mean_abs || r.ipdv->p95_abs || r.ipdv->max_abs);
}

TEST(Jitter, OnSendTimesStandsBesideThatOfTimestamps) {
  StreamInput stream = audio(100);
  change_packets(stream, [](auto& packets) {
    for (std::size_t i = 0; i < packets.size(); ++i) {  // sent unevenly, carried evenly
      packets[i].sent = at_ms(20.0 * static_cast<double>(i) + (i % 2 ? 6 : 0));
      packets[i].received = *packets[i].sent + Duration::ms(5);
    }
  });
  const StreamReport r = analyze_stream(stream);
  EXPECT_NEAR(r.jitter_on_send_times->max, 0, 1e-9);
  EXPECT_GT(r.jitter_rfc3550->last, 5);
  change_each_packet(stream, [](auto& p) { p.sent.reset(); });
  EXPECT_FALSE(analyze_stream(stream).jitter_on_send_times);
}

TEST(SenderCount, AStreamThatStopsEarlyLosesWhatItsSenderCounted) {
  StreamInput stream = audio(100);
  stream.sender_counts = {{at_ms(1500), 75}, {at_ms(3500), 130}};
  const StreamReport r = analyze_stream(stream);
  EXPECT_EQ(r.expected, 130);
  EXPECT_EQ(r.lost, 30);
  EXPECT_DOUBLE_EQ(*r.loss_ratio, 30 / 130.0);
  EXPECT_EQ(r.audio->blocks, 130);
  EXPECT_EQ(r.audio->error, 30);
  EXPECT_EQ(r.loss_bursts->lost, 30);
}

/// Four packets a frame; the sender counted as many again as came.
TEST(SenderCount, APictureThatStopsEarlyIsNotPlayedEither) {
  StreamInput stream = audio(100);
  stream.medium = Medium::kVideo;
  change_each_packet(stream, [](auto& p) {
    p.frame = p.sequence / 4;
    p.block = static_cast<int>(p.sequence % 4);
    p.rtp_timestamp = *p.frame * 7200;
    p.marker = p.sequence % 4 == 3;
  });
  stream.sender_counts = {{at_ms(1500), 75}, {at_ms(3500), 200}};
  const StreamReport received = analyze_stream(stream);
  EXPECT_EQ(received.lost, 100);
  EXPECT_EQ(received.frames->sent, 25) << "from the first to the last number seen";
  EXPECT_EQ(received.quality.loss_ratio, 0.5);
  stream.units_played = 25;
  EXPECT_EQ(analyze_stream(stream).quality.loss_ratio, 0.5);
}

TEST(SenderCount, WhatWasUnderWayWhenTheSenderHungUpIsNoLoss) {
  StreamInput stream = audio(100);
  stream.sender_counts = {{at_ms(500), 25}, {at_ms(2000), 102}};
  EXPECT_EQ(analyze_stream(stream).lost, 0);
}

TEST(SenderCount, WhatWasSentBeforeTheFirstReportIsNoLoss) {
  StreamInput stream = audio(100);
  stream.sender_counts = {{at_ms(500), 5025}, {at_ms(1500), 5075}, {at_ms(3500), 5100}};  // it has sent for long
  EXPECT_EQ(analyze_stream(stream).lost, 0);
  stream.sender_counts.back().packets = 5130;
  EXPECT_EQ(analyze_stream(stream).lost, 30);
}

TEST(Unknown, NegativeDelaysWithinTheClocksBoundAreDelays) {
  StreamInput stream = audio(100);
  change_each_packet(stream, [](auto& p) { p.sent = p.received + Duration::us(190); });
  stream.clocks.relation = ClockRelation::kSynchronised;
  stream.delay_bounds = {{at_ms(0), 0.5}};
  ASSERT_TRUE(analyze_stream(stream).delay);
  EXPECT_NEAR(analyze_stream(stream).delay->mean, -0.19, 1e-9);
  stream.delay_bounds = {{at_ms(0), 0.5}, {at_ms(1000), 0.1}};
  EXPECT_FALSE(analyze_stream(stream).delay) << "beyond the bound that held then";
}

TEST(Unknown, WithoutDelaysThereIsNoLatencyAndNoVoiceEither) {
  StreamInput stream = audio(100);
  stream.clocks.relation = ClockRelation::kSynchronised;
  stream.delay_bounds = {{at_ms(0), 0.5}};
  change_each_packet(stream, [](auto& p) { p.sent = p.received + Duration::ms(3); });
  DelaySplit split;
  split.medium = Medium::kAudio;
  split.ssrc = 7;
  split.last = DelayPart::kPlayout;
  split.whole = Duration::ms(60);
  split.clock_bound_ms = 0.5;
  split.parts.fill(Duration::ms(6));
  stream.delay_splits = std::vector(100, split);
  const StreamReport r = analyze_stream(stream);
  EXPECT_FALSE(r.delay);
  EXPECT_FALSE(r.quality.latency_ms || r.voice || (r.delay_split && r.delay_split->whole));
  EXPECT_EQ(r.quality.no_latency, NoLatency::kClocks);
}

TEST(Jitter, AnOutageOfTenSecondsIsJitterWhereNothingSaysWhatTheSenderMeant) {
  StreamInput stream = audio(400);
  change_each_packet(stream, [](auto& p) {
    p.rtp_timestamp.reset();
    if (p.sequence >= 200) p.received += Duration::seconds(12);
  });
  const StreamReport r = analyze_stream(stream);
  EXPECT_DOUBLE_EQ(*r.quality.jitter_ms, *r.interarrival.stddev);
}

TEST(LossInterval, IsOfTheUnitsThatTheShareIsOf) {
  StreamInput stream = audio(2000);
  stream.missing_after = 400;
  const StreamReport r = analyze_stream(stream);
  EXPECT_DOUBLE_EQ(*r.loss_ratio, 400 / 2400.0);
  ASSERT_TRUE(r.intervals->loss_ratio);
  if (r.intervals->loss_ratio->interval) {
    EXPECT_LE(r.intervals->loss_ratio->interval->low, *r.loss_ratio);
    EXPECT_GE(r.intervals->loss_ratio->interval->high, *r.loss_ratio);
  } else {
    EXPECT_TRUE(r.intervals->loss_ratio->too_few);
  }
}

TEST(AssumedPlayout, BurstsAreOfTheBlocksThatCameTooLate) {
  StreamInput stream = audio(2000);
  stream.clocks.relation = ClockRelation::kCommon;
  change_each_packet(stream, [](auto& p) {
    if (p.sequence % 200 >= 180) p.received += Duration::ms(500);
  });
  AnalysisOptions options;
  options.playout_ms = 60;
  const StreamReport r = analyze_stream(stream, options);
  EXPECT_NEAR(*r.quality.loss_ratio, 0.1, 1e-9);
  ASSERT_TRUE(r.loss_bursts && r.loss_bursts->burst_ratio);
  EXPECT_NEAR(*r.loss_bursts->burst_ratio, 20 * 0.9, 1e-9);
  EXPECT_EQ(r.quality.burst_ratio, r.loss_bursts->burst_ratio);
}

PacketArrived block(int number) {
  PacketArrived e;
  e.medium = Medium::kAudio;
  e.ssrc = 7;
  e.sequence = number;
  e.rtp_timestamp = 160 * number;
  e.received = at_ms(20 * number);
  return e;
}

RtcpReported sender_report(double ms, std::uint32_t packets) {
  RtcpReported report;
  report.medium = Medium::kAudio;
  report.direction = Direction::kReceived;
  report.at = at_ms(ms);
  report.sender_ssrc = 7;
  report.sender_packets = packets;
  return report;
}

TEST(SenderCount, IsHeardByTheWindowButForWhatMayBeUnderWay) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 100; ++i) {
    if (i == 75) analyzer.add(sender_report(1490, 9075));  // it had sent long before
    analyzer.add(block(i));
  }
  analyzer.add(sender_report(3500, 9130));
  EXPECT_EQ(analyzer.snapshot(at_ms(4000)).received(Medium::kAudio).figures.lost, 15) << "but for its last second";
  const StreamSnapshot s = analyzer.snapshot(at_ms(4600)).received(Medium::kAudio).figures;
  EXPECT_EQ(s.expected, 130);
  EXPECT_EQ(s.lost, 30);
  EXPECT_EQ(s.frames_lost, 30);
  EXPECT_DOUBLE_EQ(*s.loss_ratio, 30 / 130.0);
}

/// Analysis takes the rings one by one: a report up to a round after packets that came later, or before such that came
/// earlier.
TEST(SenderCount, IsOfThePacketsThatCameBeforeItsReport) {
  const auto lost = [](int taken_after, std::uint32_t counted) {
    CallAnalyzer analyzer(kBegan);
    for (int i = 0; i < 100; ++i) {
      if (i == taken_after) analyzer.add(sender_report(1490, 75));
      analyzer.add(block(i));
    }
    analyzer.add(sender_report(3500, counted));
    return analyzer.snapshot(at_ms(4600)).received(Medium::kAudio).figures.lost;
  };
  for (const int taken_after : {65, 74, 75, 76, 85}) {
    EXPECT_EQ(lost(taken_after, 100), 0) << taken_after;
    EXPECT_EQ(lost(taken_after, 130), 30) << taken_after;
  }
}

class DelaysOfACall : public testing::Test {
 protected:
  void synced(double ms, double bound_ms, const char* source = "exchanges") {
    ClockSynced clocks;
    clocks.synchronised = true;
    clocks.bound_ms = bound_ms;
    clocks.round_trip_ms = bound_ms;
    clocks.source = ShortText<24>(source);
    clocks.at = at_ms(ms);
    analyzer_.add(clocks);
    file_.delay_bounds.push_back({clocks.at, bound_ms});
  }
  void arrives(double ms, double delay_ms) {
    PacketArrived e;
    e.medium = Medium::kAudio;
    e.ssrc = 7;
    e.sequence = count_;
    e.rtp_timestamp = 160 * count_;
    e.received = at_ms(ms);
    e.received_conference = e.received;
    e.sent_conference = e.received - Duration::from_ms(delay_ms);
    analyzer_.add(e);
    file_.packets.push_back(packet(count_++, ms, ms - delay_ms));
  }
  /// What the call says at its end; the same as its file.
  StreamSnapshot end(double ms) {
    analyzer_.renew();
    const CallSnapshot now = analyzer_.snapshot(at_ms(ms));
    said_.clear();
    for (const NoticeRow& notice : now.notices) said_ += notice.text + "\n";
    file_.clocks.relation = ClockRelation::kSynchronised;
    const StreamReport report = analyze_stream(file_);
    EXPECT_EQ(now.received(Medium::kAudio).figures.delay.mean.has_value(), report.delay.has_value());
    EXPECT_EQ(now.received(Medium::kAudio).quality->now.network_latency_ms.has_value(),
              report.quality.network_latency_ms.has_value());
    EXPECT_EQ(!said_.empty(), std::ranges::any_of(report.notes, [](const std::string& note) {
      return note.find("clocks") != std::string::npos;
    }));
    return now.received(Medium::kAudio).figures;
  }

  CallAnalyzer analyzer_{kBegan};
  StreamInput file_ = audio(0);
  std::int64_t count_ = 0;
  std::string said_;
};

TEST_F(DelaysOfACall, AreUnknownOnceOneIsLessThanTheClocksAllow) {
  synced(0, 0.5);
  for (int i = 0; i < 100; ++i) {
    if (i % 25 == 24) synced(20 * i + 10, 0.5);
    arrives(20 * i + 20, i == 50 ? -1'800'000 : 0.2);
    if (i == 50) {
      EXPECT_NEAR(*analyzer_.snapshot(at_ms(20 * i + 20)).received(Medium::kAudio).figures.delay.mean, 0.2, 0.01)
          << "the clocks may be said to have jumped";
    }
  }
  const StreamSnapshot s = end(2100);
  EXPECT_FALSE(s.delay.mean || s.recent_delay_mean_ms);
  EXPECT_TRUE(s.delay_series.empty());
  EXPECT_NE(said_.find("delays are negative, down to -1800000.000 ms"), std::string::npos) << said_;
  EXPECT_EQ(std::ranges::count(said_, '\n'), 1);
  EXPECT_FALSE(analyzer_.summary(Medium::kAudio, at_ms(2100)).delay_mean_ms) << "nor is the remote told any";
}

TEST_F(DelaysOfACall, AreUnknownWhenTheFirstCameBeforeTheClocksWereSpokenOf) {
  for (int i = 0; i < 5; ++i) arrives(20 * i, -1'800'000);
  synced(110, 1.4);
  for (int i = 6; i < 100; ++i) arrives(20 * i, 3);
  EXPECT_FALSE(end(2000).delay.mean);
}

TEST_F(DelaysOfACall, AreUnknownOnceOneIsLongerThanAnyPathHoldsAPacket) {
  synced(0, 0.5);
  for (int i = 0; i < 100; ++i) arrives(20 * i + 20, i % 2 ? 3'500'000 : 3);
  EXPECT_FALSE(end(2100).delay.mean);
  EXPECT_NE(said_.find("no path takes 3500000.000 ms"), std::string::npos) << said_;
}

TEST_F(DelaysOfACall, OfMoreThanAMinuteAreStillDelays) {
  synced(0, 0.5);
  for (int i = 0; i < 100; ++i) arrives(20 * i + 20, 70'000);
  EXPECT_NEAR(*end(2100).delay.mean, 70'000, 0.01);
}

/// The clocks had jumped apart, which the next exchange shows: the bound was wider than was known then.
TEST_F(DelaysOfACall, StayKnownWhereTheClocksHadJumped) {
  synced(0, 0.5);
  for (int i = 0; i < 20; ++i) arrives(20 * i + 20, i < 10 ? 3 : -40);
  ClockSynced jumped;
  jumped.synchronised = true;
  jumped.bound_ms = 50;
  jumped.round_trip_ms = 1;
  jumped.source = ShortText<24>("exchanges");
  jumped.doubted_since = at_ms(150);
  jumped.jumped_ms = 43;
  jumped.at = at_ms(500);
  analyzer_.add(jumped);
  file_.delay_bounds.push_back({at_ms(150), 50});
  for (int i = 0; i < 20; ++i) arrives(20 * i + 520, 3);
  EXPECT_TRUE(end(1000).delay.mean);
}

TEST(Rate, OfASteadyStreamIsItsRateWheneverOneLooks) {
  for (const double rate : {15.0, 31.25}) {
    RateMeter meter;
    double least = 1e9, most = 0;
    Timestamp now = kBegan;
    for (int i = 0; i < 200; ++i) {
      const Timestamp at = kBegan + Duration::from_seconds(i / rate);
      for (; now < at; now += Duration::ms(7)) {
        if (now - kBegan < Duration::seconds(2)) continue;
        least = std::min(least, meter.per_second(now));
        most = std::max(most, meter.per_second(now));
      }
      meter.add(at, 1);
    }
    EXPECT_GT(least, 0.98 * rate);
    EXPECT_LT(most, 1.02 * rate);
  }
}

TEST(Rate, AtTheRemoteIsSteadyTooThoughItsCountsComeInQuarters) {
  CallAnalyzer analyzer(kBegan);
  for (int i = 1; i <= 80; ++i) {
    PeerSummary summary;
    summary.medium = Medium::kVideo;
    summary.at = at_ms(250 * i + (i % 3) * 9);
    summary.frames_complete = static_cast<std::int64_t>((summary.at - kBegan).seconds() * 15);
    analyzer.add(summary);
    if (i < 17) continue;
    const auto rate = analyzer.snapshot(summary.at).reported(Medium::kVideo).figures->frames_per_second;
    ASSERT_TRUE(rate);
    EXPECT_NEAR(*rate, 15, 0.3);
  }
}

}  // namespace
}  // namespace jitterscope::known_and_unknown_test
