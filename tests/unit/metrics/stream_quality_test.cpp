// What analyze adds to the plain measures: skew taken out of the curve, the place in the quality space.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "core/metrics/report_json.h"
#include "core/metrics/stream_analysis.h"

namespace jitterscope {
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

TEST(AnalyzeSkew, IsTakenOutWhereSignificantOrAskedFor) {
  const auto skewed = analyze_stream(audio(7, 100)), even = analyze_stream(audio(7, 0)),
             brief = analyze_stream(audio(1, 100));
  ASSERT_TRUE(skewed.compensation && even.compensation && brief.compensation);
  EXPECT_TRUE(skewed.compensation->skew_removed);
  EXPECT_NEAR(*skewed.compensation->skew_ppm, 100, 1);
  EXPECT_FALSE(even.compensation->skew_removed);
  EXPECT_FALSE(even.compensation->skew_ppm);
  EXPECT_FALSE(brief.compensation->skew_removed);
  EXPECT_NEAR(skewed.compensation->area_ms_percent, even.compensation->area_ms_percent, 10);
  AnalysisOptions asked;
  asked.remove_skew = true;
  const auto removed = analyze_stream(audio(1, 100), asked);
  EXPECT_TRUE(removed.compensation->skew_removed);
  EXPECT_NEAR(*removed.compensation->skew_ppm, 100, 20);
  EXPECT_EQ(removed.delay->mean, brief.delay->mean);  // the curve's alone
}

TEST(AnalyzeQuality, OfFourBlocksWorkedByHand) {
  StreamInput stream;
  stream.medium = Medium::kAudio;
  stream.ssrc = 9;
  for (const auto& [sequence, received_ms] : {std::pair{0, 50}, {1, 70}, {2, 110}, {4, 130}}) {  // x = 20, 40, 20
    PacketObservation packet;
    packet.sequence = sequence;
    packet.received = Timestamp() + Duration::ms(received_ms);
    packet.sent = packet.received - Duration::ms(30);
    stream.packets.push_back(packet);
  }
  stream.playout_added_ms = 16;
  auto quality = analyze_stream(stream).quality;
  EXPECT_DOUBLE_EQ(*quality.latency_ms, 46);
  EXPECT_DOUBLE_EQ(*quality.loss_ratio, 0.2);
  EXPECT_NEAR(*quality.jitter_ms, std::sqrt(400.0 / 3), 1e-12);  // deviations of -20/3, 40/3, -20/3
  stream.units_played = 3;
  stream.units_waiting = 1;
  EXPECT_DOUBLE_EQ(*analyze_stream(stream).quality.loss_ratio, 0.25);
  stream.units_waiting = 0;
  stream.units_played = 9;
  EXPECT_EQ(analyze_stream(stream).quality.loss_ratio, 0);
  stream.units_played = 2;
  EXPECT_DOUBLE_EQ(*analyze_stream(stream).quality.loss_ratio, 0.6);
  const auto json = to_json(analyze({"x.jscope", {stream}}));
  EXPECT_EQ(json["quality"]["ssrc"], 9);
  EXPECT_EQ(json["quality"]["medium"], "audio");
  EXPECT_EQ(json["quality"]["acceptable"], false);
  EXPECT_EQ(json["quality"]["streams"].size(), 1u);
  EXPECT_EQ(json["streams"][0]["quality"]["loss_ratio"], 0.6);
}

TEST(AnalyzeQuality, JitterOfVideoIsThatOfCompleteFrames) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  // Frames of two blocks complete at 10, 110, 230, 310 ms; the third has lost a block.
  for (const auto& [sequence, received_ms] :
       {std::pair{0, 5}, {1, 10}, {2, 104}, {3, 110}, {4, 230}, {6, 301}, {7, 310}}) {
    PacketObservation packet;
    packet.sequence = sequence;
    packet.frame = sequence / 2;
    packet.block = sequence % 2;
    packet.marker = sequence % 2 == 1;
    packet.received = Timestamp() + Duration::ms(received_ms);
    stream.packets.push_back(packet);
  }
  const auto quality = analyze_stream(stream).quality;  // 100 and 200 ms between complete frames
  EXPECT_DOUBLE_EQ(*quality.jitter_ms, std::sqrt(2 * 50.0 * 50));
  EXPECT_DOUBLE_EQ(*quality.loss_ratio, 0.25);
  EXPECT_FALSE(quality.latency_ms);
}

}  // namespace
}  // namespace jitterscope
