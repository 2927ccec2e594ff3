#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/measures/changed_packets.h"

#include <gtest/gtest.h>

#include <limits>

namespace jitterscope::stream_analysis_test {
namespace {

Timestamp ms(double value) {
  return Timestamp() + Duration::from_ms(value);
}

PacketObservation packet(std::int64_t sequence, double received_ms, std::optional<double> sent_ms = {}) {
  PacketObservation p;
  p.sequence = sequence;
  p.received = ms(received_ms);
  if (sent_ms) p.sent = ms(*sent_ms);
  p.size = 100;
  return p;
}

StreamInput audio(std::vector<PacketObservation> packets) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = Medium::kAudio;
  stream.packets = std::move(packets);
  return stream;
}

PacketObservation block(std::int64_t sequence, std::int64_t frame, double received_ms,
                        std::optional<int> block_number = {}, bool marker = false) {
  PacketObservation p = packet(sequence, received_ms);
  p.frame = frame;
  p.block = block_number;
  p.marker = marker;
  return p;
}

StreamInput video(std::vector<PacketObservation> packets) {
  StreamInput stream = audio(std::move(packets));
  stream.medium = Medium::kVideo;
  return stream;
}

TEST(AnalyzeStream, SaysNothingOfAnEmptyStream) {
  for (const StreamInput& empty : {audio({}), video({})}) {
    const auto r = analyze_stream(empty);
    EXPECT_EQ(r.packets, 0);
    EXPECT_EQ(r.expected, 0);
    EXPECT_EQ(r.interarrival.n, 0);
    EXPECT_FALSE(r.loss_ratio || r.bytes || r.duration_ms || r.jitter_rfc3550 || r.delay || r.pdv || r.ipdv ||
                 r.compensation || r.gaps_per_second || r.frames || r.audio);
  }
}

TEST(AnalyzeStream, OnePacketHasADelayAndNoSpread) {
  const auto r = analyze_stream(audio({packet(7, 50, 20)}));
  EXPECT_EQ(r.expected, 1);
  EXPECT_EQ(r.loss_ratio, 0);
  EXPECT_EQ(r.duration_ms, 0);
  EXPECT_EQ(r.delay->mean, 30);
  EXPECT_EQ(r.delay->p99, 30);
  EXPECT_FALSE(r.delay->stddev || r.ipdv || r.gaps_per_second || r.jitter_rfc3550);
  EXPECT_EQ(r.pdv->max, 0);
  EXPECT_EQ(r.compensation->area_ms_percent, 0);
  EXPECT_EQ(r.audio->blocks, 1);
  EXPECT_FALSE(r.audio->late);  // no period to judge by
}

TEST(AnalyzeStream, DuplicatesCountOnlyAsDuplicates) {
  const auto clean =
      audio({packet(1, 0, 0), packet(2, 20, 15), packet(4, 60, 50), packet(3, 65, 30), packet(6, 90, 80)});
  auto doubled = clean;
  change_packets(doubled, [](auto& packets) {
    packets.insert(packets.begin() + 2, packet(2, 21, 15));
    packets.push_back(packet(3, 400, 30));
  });
  auto a = analyze_stream(clean), b = analyze_stream(doubled);
  EXPECT_EQ(a.duplicates, 0);
  EXPECT_EQ(b.duplicates, 2);
  EXPECT_EQ(b.packets, 5);
  EXPECT_EQ(b.expected, 6);
  EXPECT_EQ(b.lost, 1);
  EXPECT_EQ(b.reordered, 1);
  EXPECT_EQ(b.bytes, 500);
  EXPECT_EQ(b.duration_ms, 90);
  EXPECT_EQ(a.interarrival.absolute_deviation, b.interarrival.absolute_deviation);
  EXPECT_EQ(a.delay->mean, b.delay->mean);
  EXPECT_EQ(a.compensation->area_ms_percent, b.compensation->area_ms_percent);
  EXPECT_EQ(a.gaps_per_second, b.gaps_per_second);
}

TEST(AnalyzeStream, TakesPacketsInOrderOfArrivalWhateverTheFilesOrder) {
  const auto r = analyze_stream(audio({packet(1, 0), packet(2, 30), packet(3, 20)}));
  EXPECT_EQ(r.reordered, 1);
  EXPECT_EQ(r.interarrival.max, 20);
  EXPECT_EQ(r.interarrival.min, 10);
}

TEST(AnalyzeStream, DelaysWorkedByHand) {  // delays in sequence order 10 14 12 20; arrival order swaps 2 and 3
  auto stream = audio({packet(1, 10, 0), packet(3, 52, 40), packet(2, 54, 40), packet(5, 80, 60)});
  stream.delay_uncertainty_ms = 0.2;
  const auto r = analyze_stream(stream);
  EXPECT_EQ(r.delay->min, 10);
  EXPECT_EQ(r.delay->mean, 14);
  EXPECT_EQ(r.delay->p50, 13);
  EXPECT_EQ(r.delay->max, 20);
  EXPECT_EQ(r.delay->uncertainty, 0.2);
  EXPECT_EQ(r.pdv->p50, 3);
  EXPECT_EQ(r.pdv->max, 10);
  EXPECT_DOUBLE_EQ(*r.ipdv->mean_abs, (4 + 2) / 2.0);  // 4 is missing: 5 has no neighbour
  EXPECT_EQ(r.ipdv->pairs, 2);
  EXPECT_EQ(r.ipdv->undefined_share, 0.5);
  EXPECT_EQ(r.ipdv->max_abs, 4);
  EXPECT_DOUBLE_EQ(*r.ipdv->p95_abs, 2 + 0.95 * 2);
}

TEST(AnalyzeStream, LatenessFromSendTimes) {
  const auto stream = audio({packet(1, 12, 0), packet(2, 30, 20), packet(3, 65, 40)});  // transit 12 10 25
  const auto minimum = *analyze_stream(stream).compensation;
  EXPECT_EQ(minimum.reference, "minimum");
  EXPECT_DOUBLE_EQ(minimum.area_ms_percent, 100 * (2 + 0 + 15) / 3.0);
  AnalysisOptions options;
  options.reference = LatenessReference::kFirst;
  const auto first = *analyze_stream(stream, options).compensation;
  EXPECT_EQ(first.reference, "first");
  EXPECT_DOUBLE_EQ(first.area_ms_percent, 100 * 13 / 3.0);
  EXPECT_FALSE(first.skew_removed);
}

TEST(AnalyzeStream, LatenessFromThePeriodWhereSendTimesAreUnknown) {
  const auto stream = audio({packet(1, 0), packet(2, 26), packet(4, 60)});  // period 20: transit 0 6 0
  EXPECT_NEAR(analyze_stream(stream).compensation->area_ms_percent, 100 * 6 / 3.0, 1e-9);
  AnalysisOptions options;
  options.period_ms = 10;  // transit 0 16 30
  EXPECT_NEAR(analyze_stream(stream, options).compensation->area_ms_percent, 100 * 46 / 3.0, 1e-9);
}

TEST(AnalyzeStream, LatenessFromRtpTimestampsWhenTheirClockIsKnown) {
  auto stream = audio({packet(1, 0), packet(2, 26), packet(3, 60)});
  change_each_packet(stream, [](auto& p) { p.rtp_timestamp = 1'000'000 + (p.sequence - 1) * 160; });
  stream.clock_rate_hz = 8000;  // S = 0 20 40: transit 0 6 20
  AnalysisOptions options;
  options.period_ms = 1;  // must not matter
  const auto r = analyze_stream(stream, options);
  EXPECT_NEAR(r.compensation->area_ms_percent, 100 * 26 / 3.0, 1e-9);
  EXPECT_NEAR(r.jitter_rfc3550->last, (6 / 16.0) * 15 / 16 + 14 / 16.0, 1e-9);
  EXPECT_NEAR(r.jitter_rfc3550->max, r.jitter_rfc3550->last, 1e-12);
  EXPECT_NEAR(r.jitter_rfc3550->mean, (6 / 16.0 + r.jitter_rfc3550->last) / 2, 1e-9);
}

TEST(AnalyzeStream, TimestampsThatBeginAnewHaveAnotherReferenceAndANote) {
  std::vector<PacketObservation> packets;
  for (int i = 1; i <= 100; ++i) packets.push_back(packet(i, i * 20 + i % 2));
  auto stream = audio(std::move(packets));
  stream.clock_rate_hz = 8000;
  const auto stamped = [&](std::int64_t jump) {
    change_each_packet(stream, [&](auto& p) { p.rtp_timestamp = p.sequence * 160 + (p.sequence > 50 ? jump : 0); });
    return analyze_stream(stream);
  };
  const auto steady = stamped(0), far = stamped(100'000'000), back = stamped(-100'000'000), near = stamped(4000);
  EXPECT_TRUE(steady.notes.empty());
  for (const auto* jumped : {&far, &back}) {
    EXPECT_DOUBLE_EQ(jumped->compensation->area_ms_percent, steady.compensation->area_ms_percent);
    ASSERT_EQ(jumped->notes.size(), 1u);
    EXPECT_NE(jumped->notes[0].find("began anew"), std::string::npos) << jumped->notes[0];
  }
  EXPECT_TRUE(near.notes.empty()) << "half a second may be a network's";
}

/// Three of its blocks come when it goes on; its clock has gone on meanwhile.
TEST(AnalyzeStream, ASenderThatStoodStillBeginsNothingAnew) {
  std::vector<PacketObservation> packets;
  for (int i = 1; i <= 200; ++i) {
    const bool after = i > 100, held_up = i > 97 && !after;
    packets.push_back(packet(i, (held_up ? 7000 : i * 20 + after * 5000) + i % 2));
  }
  auto stream = audio(std::move(packets));
  stream.clock_rate_hz = 8000;
  change_each_packet(stream, [&](auto& p) { p.rtp_timestamp = p.sequence * 160 + (p.sequence > 100 ? 40'000 : 0); });
  const auto report = analyze_stream(stream);
  EXPECT_TRUE(report.notes.empty()) << report.notes.front();
  EXPECT_NEAR(report.compensation->area_ms_percent, 100 * (197 * 0.5 + 3 * 5000) / 200, 200);
}

TEST(AnalyzeStream, JitterFromSendTimesWherePacketsCarryNoRtpTimestamp) {
  const auto known = analyze_stream(audio({packet(1, 0, 0), packet(2, 26, 20), packet(3, 60, 40)}));
  EXPECT_NEAR(known.jitter_rfc3550->last, (6 / 16.0) * 15 / 16 + 14 / 16.0, 1e-9);
  EXPECT_FALSE(analyze_stream(audio({packet(1, 0), packet(2, 26), packet(3, 60)})).jitter_rfc3550);
}

TEST(AnalyzeStream, AudioBlocksLostLateAndGaps) {
  auto stream = audio({packet(1, 0, 0), packet(2, 20, 20), packet(3, 61, 40), packet(6, 100, 100), packet(7, 400, 120),
                       packet(8, 500, 140), packet(9, 1000, 1000)});
  stream.nominal_period_ms = 20;
  const auto r = analyze_stream(stream);
  EXPECT_EQ(r.audio->blocks, 9);
  EXPECT_EQ(r.audio->error, 2);
  EXPECT_EQ(r.audio->late, 4);  // 3, 7, 8, 9; 6 has no neighbour
  EXPECT_FALSE(r.frames);
  EXPECT_DOUBLE_EQ(*r.gaps_per_second, 2);  // 4-5 lost; 7-8 more than 250 ms late; in 1 s
}

TEST(AnalyzeStream, AFrameIsWholeFromBlockZeroToItsMarker) {
  auto stream = video({
      block(1, 10, 0, 0), block(2, 10, 5, 1, true),              // whole
      block(3, 11, 100, 0), block(5, 11, 110, 2, true),          // middle missing
      block(6, 12, 200, 0), block(7, 12, 205, 1),                // marker missing
      block(10, 13, 300, 1, true),                               // first missing
      block(11, 14, 400, 0, true), block(12, 15, 500, 0, true),  // whole, whole
      block(15, 17, 700, 0, true),                               // 16 missing wholly
  });
  stream.nominal_period_ms = 90;
  EXPECT_EQ(analyze_stream(stream).frames->late, 0);
  EXPECT_EQ(analyze_stream(stream).frames->dvt_ms, 135);
  AnalysisOptions options;
  options.dvt_factor = 1;
  const auto r = analyze_stream(stream, options);
  EXPECT_EQ(r.frames->sent, 8);
  EXPECT_EQ(r.frames->complete, 4);
  EXPECT_EQ(r.frames->lost, 4);
  EXPECT_EQ(r.frames->late, 1);  // 15 after 14
  EXPECT_DOUBLE_EQ(*r.frames->error_ratio, 5.0 / 8);
  EXPECT_EQ(r.compensation->frames, 4);
  EXPECT_FALSE(r.audio);
}

TEST(AnalyzeStream, AFrameIsReceivedWithItsLastArrivingBlock) {
  auto stream = video({block(1, 0, 0, 0), block(3, 0, 10, 2, true), block(2, 0, 30, 1), block(4, 1, 100, 0, true)});
  change_packets(stream, [](auto& packets) {
    packets[0].sent = ms(0);
    packets[3].sent = ms(90);  // transit 30 and 10
  });
  const auto r = analyze_stream(stream);
  EXPECT_DOUBLE_EQ(r.compensation->area_ms_percent, 100 * 20 / 2.0);
  EXPECT_DOUBLE_EQ(*r.period_ms, 70);
}

TEST(AnalyzeStream, WithoutBlockNumbersAHoleIsChargedToTheShortFrame) {  // h = 3, as a CSV gives it
  std::vector<PacketObservation> packets;
  for (int sequence = 0; sequence < 30; ++sequence) packets.push_back(block(sequence, sequence / 3, sequence * 10));
  const auto without = [&](std::initializer_list<int> lost) {
    auto kept = packets;
    std::erase_if(kept, [&](auto& p) { return std::find(lost.begin(), lost.end(), p.sequence) != lost.end(); });
    return *analyze_stream(video(kept)).frames;
  };
  EXPECT_EQ(without({}).lost, 0);
  EXPECT_EQ(without({7}).lost, 1);          // middle of 2
  EXPECT_EQ(without({8}).lost, 1);          // last of 2
  EXPECT_EQ(without({9}).lost, 1);          // first of 3
  EXPECT_EQ(without({8, 9}).lost, 2);       // one of each
  EXPECT_EQ(without({9, 10, 11}).lost, 1);  // 3 wholly
  EXPECT_EQ(without({8, 9, 10, 11}).lost, 2);
  EXPECT_EQ(without({7, 8, 12}).lost, 2);
  EXPECT_EQ(without({9, 11}).lost, 1);  // 3 at both ends
}

TEST(AnalyzeStream, FramesByRtpTimestampWhereTheyHaveNoNumber) {
  std::vector<PacketObservation> packets;
  for (int frame = 0; frame < 10; ++frame) {
    for (int i = 0; i < 2; ++i) {
      PacketObservation p = packet(2 * frame + i, frame * 100 + i);
      p.rtp_timestamp = 5000 + frame * 9000;
      p.marker = i == 1;
      packets.push_back(p);
    }
  }
  EXPECT_EQ(analyze_stream(video(packets)).frames->sent, 10);
  std::erase_if(packets, [](auto& p) { return p.sequence >= 8 && p.sequence <= 11; });  // frames 4 and 5
  const auto r = analyze_stream(video(packets));
  EXPECT_EQ(r.frames->sent, 10);
  EXPECT_EQ(r.frames->lost, 2);
}

TEST(AnalyzeStream, AForeignFramesFirstBlockIsMissedAfterTheMarkerBefore) {
  std::vector<PacketObservation> packets;
  for (int sequence = 0; sequence < 12; ++sequence) {
    PacketObservation p = packet(sequence, sequence * 10);
    p.rtp_timestamp = sequence / 3 * 3000;
    p.marker = sequence % 3 == 2;
    if (sequence != 6) packets.push_back(p);
  }
  const auto r = analyze_stream(video(packets));
  EXPECT_EQ(r.frames->lost, 1);
  EXPECT_EQ(r.frames->complete, 3);
}

TEST(AnalyzeStream, PacketsOfErrorCorrectionBehindTheMarkerLeaveTheirFrameWhole) {
  std::vector<PacketObservation> packets;
  for (std::int64_t sequence = 0, frame = 0; frame < 12; ++frame) {
    const int correcting = frame % 3 == 0;
    for (int i = 0; i < 3 + correcting; ++i) {
      PacketObservation p = packet(sequence++, static_cast<double>(frame * 30 + i));
      p.rtp_timestamp = frame * 3000;
      p.marker = i == 2;
      if (frame != 5 || i != 1) packets.push_back(p);
    }
  }
  const auto r = analyze_stream(video(packets));
  EXPECT_EQ(r.frames->complete, 11);
  EXPECT_EQ(r.frames->lost, 1);
}

TEST(AnalyzeStream, SurvivesTheFarEndsOfTheNumberLine) {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min(), far = std::int64_t{1} << 61;
  for (const bool is_video : {false, true}) {
    std::vector<PacketObservation> packets{block(least, 0, 0), block(0, least, 0), block(-far, -far, 0, 0),
                                           block(far, far, 20, 0, true)};
    packets.push_back(packets.back());
    packets.back().received = Timestamp::ns(std::numeric_limits<std::int64_t>::max());
    const auto r = analyze_stream(is_video ? video(packets) : audio(packets));
    EXPECT_EQ(r.packets, 2);
    EXPECT_EQ(r.duplicates, 0);
    EXPECT_EQ(r.expected, 2 * far + 1);
  }
}

TEST(Analyze, TakesOnlyTheStreamAskedFor) {
  AnalysisInput input{"x.csv", {audio({packet(1, 0)}), audio({packet(1, 0), packet(2, 20)})}};
  input.streams[1].ssrc = 9;
  EXPECT_EQ(analyze(input).streams.size(), 2u);
  AnalysisOptions options;
  options.ssrc = 9;
  const auto r = analyze(input, options);
  ASSERT_EQ(r.streams.size(), 1u);
  EXPECT_EQ(r.streams[0].packets, 2);
}

}  // namespace
}  // namespace jitterscope::stream_analysis_test
