// What analyze adds to the plain measures: skew taken out of the curve, the place in the quality space.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/quality_json.h"
#include "core/measures/report/report_json.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::stream_quality_test {
namespace {

StreamInput audio(double minutes, double ppm) {
  std::mt19937 random(2);
  std::exponential_distribution<> jitter_ms(1 / 3.0);
  StreamInput stream;
  stream.medium = Medium::kAudio;
  for (int i = 0; i * 0.04 < minutes * 60; ++i) {
    PacketObservation packet;
    packet.sequence = i;
    packet.sent = Timestamp() + Duration::ms(40) * i;
    packet.received = *packet.sent + Duration::from_ms(10 + 0.04 * i * ppm * 1e-3 + jitter_ms(random));
    stream.packets.push_back(packet);
  }
  return stream;
}

AnalysisOptions with(bool remove_skew, std::optional<ClockRelation> clocks = {}) {
  AnalysisOptions options;
  options.remove_skew = remove_skew;
  options.clocks = clocks;
  return options;
}

/// A queue that grows 50 ms in 15 minutes, seen in one direction.
TEST(AnalyzeSkew, AQueueThatGrowsIsNotRemoved) {
  for (const auto clocks : {ClockRelation::kUnknown, ClockRelation::kCommon, ClockRelation::kSynchronised}) {
    const auto report = analyze_stream(audio(15, 50e3 / 900), with(false, clocks));
    ASSERT_TRUE(report.compensation);
    EXPECT_FALSE(report.compensation->skew_removed);
    EXPECT_FALSE(report.compensation->skew_ppm);
    EXPECT_FALSE(report.delay && report.delay->skew_removed);
    EXPECT_GT(report.compensation->area_ms_percent, 2500);
    EXPECT_EQ(report.skew_candidate.has_value(), clocks == ClockRelation::kUnknown);
  }
}

TEST(AnalyzeSkew, ACandidateGivesItsSlopeAndBothSetsOfFigures) {
  const auto skewed = analyze_stream(audio(7, 100)), even = analyze_stream(audio(7, 0)),
             brief = analyze_stream(audio(1, 100));
  ASSERT_TRUE(skewed.skew_candidate && skewed.compensation && even.compensation);
  EXPECT_FALSE(even.skew_candidate || brief.skew_candidate);
  const SkewCandidate& candidate = *skewed.skew_candidate;
  EXPECT_NEAR(candidate.ppm, 100, 1);
  EXPECT_EQ(candidate.measured.area_ms_percent, skewed.compensation->area_ms_percent);
  EXPECT_NEAR(candidate.corrected.area_ms_percent, even.compensation->area_ms_percent, 10);
  EXPECT_NEAR(candidate.corrected.optimal.buffer_ms, even.compensation->optimal.buffer_ms, 1);
  ASSERT_TRUE(candidate.measured.pdv && candidate.corrected.pdv && even.pdv);
  EXPECT_EQ(candidate.measured.pdv->p95, skewed.pdv->p95);
  EXPECT_NEAR(candidate.corrected.pdv->p95, even.pdv->p95, 0.1);
  EXPECT_TRUE(candidate.corrected.pdv->skew_removed);
  EXPECT_FALSE(skewed.pdv->skew_removed);
  const auto json = to_json(skewed)["skew_candidate"];
  EXPECT_EQ(json.size(), 3u);
  EXPECT_EQ(json["ppm"], candidate.ppm);
  for (const auto& [name, figures] : {std::pair{"measured", candidate.measured}, {"corrected", candidate.corrected}}) {
    EXPECT_EQ(json[name].size(), 4u);
    EXPECT_EQ(json[name]["delay_ms"].is_null(), !figures.delay);
    EXPECT_EQ(json[name]["pdv_ms"]["p95"], figures.pdv->p95);
    EXPECT_EQ(json[name]["area_ms_percent"], figures.area_ms_percent);
    EXPECT_EQ(json[name]["optimal"]["buffer_ms"], figures.optimal.buffer_ms);
  }
}

/// The same two clocks stamp both directions: each has the other's slope, turned round.
TEST(AnalyzeSkew, OppositeSlopesOfBothDirectionsAreTheClocks) {
  AnalysisInput input{"both", {audio(7, 100), audio(7, -100)}, {}};
  input.streams[0].clocks = {ClockRelation::kUnknown, 0, 1, false};
  input.streams[1].clocks = {ClockRelation::kUnknown, 1, 0, false};
  const auto even = analyze_stream(audio(7, 0));
  for (const StreamReport& report : analyze(input).streams) {
    EXPECT_TRUE(report.compensation->skew_removed);
    EXPECT_EQ(report.compensation->skew_by, "both directions");
    EXPECT_NEAR(std::abs(*report.compensation->skew_ppm), 100, 1);
    EXPECT_NEAR(report.compensation->area_ms_percent, even.compensation->area_ms_percent, 10);
    ASSERT_TRUE(report.pdv);
    EXPECT_TRUE(report.pdv->skew_removed) << "delay, PDV and curve are of the same delays";
    EXPECT_NEAR(report.pdv->p95, even.pdv->p95, 0.1);
    EXPECT_TRUE(!report.delay || report.delay->skew_removed);
    EXPECT_FALSE(report.skew_candidate);
  }
  input.streams[1].clocks = {ClockRelation::kUnknown, 2, 3, false};
  for (const StreamReport& report : analyze(input).streams) EXPECT_FALSE(report.compensation->skew_removed);
}

TEST(AnalyzeSkew, AskedForItIsTakenOutUnlessTheClocksAgree) {
  const auto removed = analyze_stream(audio(1, 100), with(true));
  EXPECT_TRUE(removed.compensation->skew_removed);
  EXPECT_EQ(removed.compensation->skew_by, "asked for");
  EXPECT_NEAR(*removed.compensation->skew_ppm, 100, 20);
  EXPECT_TRUE(removed.pdv->skew_removed);
  const auto refused = analyze_stream(audio(1, 100), with(true, ClockRelation::kCommon));
  EXPECT_FALSE(refused.compensation->skew_removed);
  ASSERT_FALSE(refused.notes.empty());
  EXPECT_NE(refused.notes.back().find("one clock stamps both ends"), std::string::npos);
}

TEST(AnalyzeSkew, AStreamThatWasOnlySentIsRefusedWithItsReason) {
  StreamInput sent = audio(1, 100);
  sent.direction = Direction::kSent;
  for (const auto clocks : {ClockRelation::kUnknown, ClockRelation::kCommon}) {
    const auto refused = analyze_stream(sent, with(true, clocks));
    ASSERT_FALSE(refused.notes.empty());
    EXPECT_EQ(refused.notes.back(),
              "Skew is not removed: the stream was only sent from here, and when it arrived is not known.");
    EXPECT_TRUE(analyze_stream(sent, with(false, clocks)).notes.empty());
  }
}

TEST(AnalyzeSkew, WhereNoDelayIsMeasuredNoneIsRemovedAndItSaysSo) {
  StreamInput unknown = audio(1, 100);
  unknown.medium_known = false;
  const auto refused = analyze_stream(unknown, with(true));
  EXPECT_TRUE(std::ranges::any_of(refused.notes, [](auto& note) { return note.starts_with("Skew is not removed:"); }));
}

/// The bound that held while its delays were measured, not that of the whole call.
TEST(AnalyzeDelay, UncertaintyIsOfTheSpanShown) {
  StreamInput stream = audio(1, 0);
  stream.clocks.relation = ClockRelation::kSynchronised;
  const auto at = [](std::int64_t s) { return Timestamp() + Duration::seconds(s); };
  stream.delay_bounds = {{at(-100), {}}, {at(-90), 7.0}, {at(-1), 0.5}, {at(20), 0.75},
                         {at(30), {}},   {at(31), 0.6},  {at(70), 9.0}};
  EXPECT_EQ(analyze_stream(stream).delay->uncertainty, 0.75);
  change_packets(stream, [&](auto& packets) { std::erase_if(packets, [&](auto& p) { return p.received < at(40); }); });
  EXPECT_EQ(analyze_stream(stream).delay->uncertainty, 0.6);
}

TEST(AnalyzeQuality, OfFourBlocksWorkedByHand) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = Medium::kAudio;
  stream.ssrc = 9;
  for (const auto& [sequence, received_ms] :
       {std::pair{0, 50}, {1, 70}, {2, 110}, {4, 130}}) {  // delays 30, 30, 50, 30
    PacketObservation packet;
    packet.sequence = sequence;
    packet.received = Timestamp() + Duration::ms(received_ms);
    packet.sent = Timestamp() + Duration::ms(20 + 20 * sequence);
    stream.packets.push_back(packet);
  }
  auto quality = analyze_stream(stream).quality;
  EXPECT_FALSE(quality.latency_ms) << "nobody says when it was captured and played";
  EXPECT_DOUBLE_EQ(*quality.network_latency_ms, 35);
  EXPECT_DOUBLE_EQ(*quality.loss_ratio, 0.2);
  EXPECT_NE(quality_text(quality, default_limits(Medium::kAudio)).find("not come 20 %"), std::string::npos)
      << "nothing tells what was played";
  EXPECT_NEAR(*quality.jitter_ms, 20, 1e-12);  // 20 - 20, 40 - 20, 20 - 40 ms
  stream.units_played = 3;
  stream.units_waiting = 1;
  EXPECT_DOUBLE_EQ(*analyze_stream(stream).quality.loss_ratio, 0.25);
  EXPECT_NE(quality_text(analyze_stream(stream).quality, default_limits(Medium::kAudio)).find("not played 25 %"),
            std::string::npos);
  stream.units_waiting = 0;
  stream.units_played = 9;
  EXPECT_EQ(analyze_stream(stream).quality.loss_ratio, 0);
  stream.units_played = 2;
  EXPECT_DOUBLE_EQ(*analyze_stream(stream).quality.loss_ratio, 0.6);
  const auto json = to_json(analyze({"x.jscope", {stream}}));
  EXPECT_EQ(json["quality"]["ssrc"], 9);
  EXPECT_EQ(json["quality"]["medium"], "audio");
  EXPECT_EQ(json["quality"]["acceptable"], false) << "60 % lost crosses the limit of 6 %, whatever the latency is";
  EXPECT_EQ(json["quality"]["distance"], nullptr);
  EXPECT_EQ(json["quality"]["streams"].size(), 1u);
  EXPECT_EQ(json["streams"][0]["quality"]["loss_ratio"], 0.6);
}

TEST(AnalyzeQuality, TheSendersOwnPaceIsNoJitter) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.clock_rate_hz = 90'000;
  std::int64_t ms = 0;
  for (int i = 0; i < 60; ++i, ms += i < 30 ? 40 : 100) {
    PacketObservation packet;
    packet.sequence = i;
    packet.frame = i;
    packet.marker = true;
    packet.rtp_timestamp = 90 * ms;
    packet.received = Timestamp() + Duration::ms(ms);
    stream.packets.push_back(packet);
  }
  EXPECT_NEAR(analyze_stream(stream).quality.jitter_ms.value_or(1), 0, 1e-6);
  change_each_packet(stream, [](auto& packet) {
    packet.rtp_timestamp = *packet.rtp_timestamp + (packet.sequence < 20 ? 0 : 1'000'000'000);
  });
  EXPECT_NEAR(analyze_stream(stream).quality.jitter_ms.value_or(1), 0, 1e-6) << "timestamps that began anew";
}

TEST(AnalyzeQuality, JitterOfVideoIsThatOfCompleteFrames) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = Medium::kVideo;
  // Frames of two blocks complete at 10, 110, 230, 340 ms; the third has lost a block.
  for (const auto& [sequence, received_ms] :
       {std::pair{0, 5}, {1, 10}, {2, 104}, {3, 110}, {4, 230}, {6, 301}, {7, 340}}) {
    PacketObservation packet;
    packet.sequence = sequence;
    packet.frame = sequence / 2;
    packet.block = sequence % 2;
    packet.marker = sequence % 2 == 1;
    packet.received = Timestamp() + Duration::ms(received_ms);
    stream.packets.push_back(packet);
  }
  const auto quality = analyze_stream(stream).quality;  // 100 of 110, 230 of 220 ms
  EXPECT_NEAR(*quality.jitter_ms, std::sqrt(2 * 10.0 * 10), 1e-5);
  EXPECT_DOUBLE_EQ(*quality.loss_ratio, 0.25);
  EXPECT_FALSE(quality.latency_ms);
}

}  // namespace
}  // namespace jitterscope::stream_quality_test
