#include "core/algorithms/rtp/trend_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope::rtp::trend_message_test {
namespace {

constexpr std::size_t kBeforeData = 8 + 12;

TrendReported sample() {
  TrendReported report;
  report.direction = Direction::kSent;
  report.ssrc = 0xA1B2C3D4;
  report.end_sequence = 0x1'0000'0007;  // low 32 bits: 7
  report.judged_from = 0xFFFF'FF80;
  report.phase = {TrendPhase::kIncreasing, TrendPhase::kAmbiguous, std::nullopt};
  report.pct = {1.0F, -0.25F, std::nullopt};
  report.pdt = {0.5F, -1.0F, std::nullopt};
  report.verdict = -0.5;
  report.epsilon_ms = 1.25;
  report.noise_ms = 0.031;
  report.rise_ms = 0.5;
  report.delay_ms = 53.125;
  report.audio_expected = 3000;
  report.audio_lost = 143;
  report.video_packets = 6000;
  report.video_lost = 0xFFFFFFFF;
  report.video_bytes = 0x89ABCDEF;
  return report;
}

std::vector<std::uint8_t> written(const TrendMessage& message) {
  std::vector<std::uint8_t> bytes(kMostTrendBytes);
  bytes.resize(write_trend_message(bytes, 0xAABBCCDD, message));
  return bytes;
}

std::optional<TrendMessage> read(const std::vector<std::uint8_t>& bytes) {
  const auto compound = parse_rtcp(bytes);
  if (!compound || !compound->app) return std::nullopt;
  return parse_trend_message(*compound->app);
}

TEST(TrendMessage, AReportIsReadAsItWasWritten) {
  const auto bytes = written({sample(), std::nullopt});
  ASSERT_EQ(bytes.size(), 84u);
  const auto message = read(bytes);
  ASSERT_TRUE(message && message->report);
  EXPECT_FALSE(message->judge_from);
  const TrendReported& report = *message->report;
  const TrendReported expected = sample();
  EXPECT_EQ(report.direction, Direction::kReceived);
  EXPECT_EQ(report.ssrc, expected.ssrc);
  EXPECT_EQ(report.end_sequence, 7);
  EXPECT_EQ(report.judged_from, 0xFFFF'FF80);
  EXPECT_EQ(report.phase, expected.phase);
  EXPECT_EQ(report.verdict, expected.verdict);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(*report.pct[i], *expected.pct[i], 1.0 / 32767);
    EXPECT_NEAR(*report.pdt[i], *expected.pdt[i], 1.0 / 32767);
  }
  EXPECT_FALSE(report.pct[2] || report.pdt[2]);
  EXPECT_DOUBLE_EQ(report.epsilon_ms, 1.25);
  EXPECT_DOUBLE_EQ(report.noise_ms, 0.031);
  EXPECT_DOUBLE_EQ(report.rise_ms, 0.5);
  EXPECT_EQ(report.delay_ms, 53.125);
  EXPECT_EQ(report.audio_expected, expected.audio_expected);
  EXPECT_EQ(report.audio_lost, expected.audio_lost);
  EXPECT_EQ(report.video_packets, expected.video_packets);
  EXPECT_EQ(report.video_lost, expected.video_lost);
  EXPECT_EQ(report.video_bytes, expected.video_bytes);
}

TEST(TrendMessage, WhatIsAbsentStaysAbsent) {
  TrendReported report = sample();
  report.phase = {};
  report.pct = report.pdt = {};
  report.verdict.reset();
  report.delay_ms.reset();
  const auto message = read(written({report, std::nullopt}));
  ASSERT_TRUE(message && message->report);
  EXPECT_EQ(message->report->phase, report.phase);
  EXPECT_FALSE(message->report->verdict);
  EXPECT_FALSE(message->report->delay_ms);
}

TEST(TrendMessage, EveryVerdictAndPhaseIsCarried) {
  for (const double verdict : {1.0, 0.5, 0.0, -0.5, -1.0})
    for (const TrendPhase phase :
         {TrendPhase::kIncreasing, TrendPhase::kDecreasing, TrendPhase::kSteady, TrendPhase::kAmbiguous}) {
      TrendReported report = sample();
      report.verdict = verdict;
      report.phase[1] = phase;
      const auto message = read(written({report, std::nullopt}));
      ASSERT_TRUE(message && message->report);
      EXPECT_EQ(message->report->verdict, verdict);
      EXPECT_EQ(message->report->phase[1], phase);
    }
}

TEST(TrendMessage, TheWishGoesAloneOrBehindAReport) {
  const auto alone = written({std::nullopt, 0x01020304});
  const std::vector<std::uint8_t> expected{0x80, 201,  0,    1,    0xAA, 0xBB, 0xCC, 0xDD, 0x82, 204, 0, 3,
                                           0xAA, 0xBB, 0xCC, 0xDD, 'J',  'S',  'T',  'R',  1,    2,   3, 4};
  EXPECT_EQ(alone, expected);
  EXPECT_EQ(read(alone)->judge_from, 0x01020304u);
  EXPECT_FALSE(read(alone)->report);
  const auto both = written({sample(), 0xFFFFFFFF});
  EXPECT_EQ(both.size(), kMostTrendBytes);
  ASSERT_TRUE(read(both) && read(both)->report);
  EXPECT_EQ(read(both)->judge_from, 0xFFFFFFFFu);
}

TEST(TrendMessage, NeedsItsSpaceAndSomethingToTell) {
  std::vector<std::uint8_t> small(kMostTrendBytes - 1, 0x55);
  EXPECT_EQ(write_trend_message(small, 1, {sample(), 5}), 0u);
  EXPECT_EQ(small, std::vector<std::uint8_t>(small.size(), 0x55));
  EXPECT_TRUE(written({}).empty());
}

TEST(TrendMessage, ValuesThatCannotBeAreRefused) {
  const auto good = written({sample(), 5});
  ASSERT_TRUE(read(good));
  const auto with = [&](std::size_t place, std::uint8_t value) {
    auto bytes = good;
    bytes[kBeforeData + place] = value;
    return read(bytes).has_value();
  };
  EXPECT_FALSE(with(12, 5)) << "a fifth phase";
  EXPECT_TRUE(with(12, 0)) << "a scale that abstains, whatever stands in its place";
  EXPECT_FALSE(with(15, 3)) << "a verdict of 1.5";
  EXPECT_FALSE(with(15, 0x7F));
  auto ratio = good;
  ratio[kBeforeData + 16] = 0x80, ratio[kBeforeData + 17] = 0;
  EXPECT_FALSE(read(ratio)) << "below -1";
  for (const std::size_t amount : {28, 32, 36}) EXPECT_FALSE(with(amount, 0x80)) << "below 0, at " << amount;
  EXPECT_TRUE(with(40, 0x80)) << "a delay between clocks that do not agree";
}

TEST(TrendMessage, OthersPacketsAreNotOurs) {
  const auto bytes = written({sample(), 5});
  const auto changed = [&](auto change) {
    AppPacket packet = *parse_rtcp(bytes)->app;
    change(packet);
    return parse_trend_message(packet).has_value();
  };
  EXPECT_TRUE(changed([](AppPacket&) {}));
  EXPECT_FALSE(changed([](AppPacket& packet) { packet.name[0] = 'X'; }));
  for (const int subtype : {0, 1, 2, 4, 7, 31})
    EXPECT_FALSE(changed([&](AppPacket& packet) { packet.subtype = static_cast<std::uint8_t>(subtype); })) << subtype;
  for (std::size_t length = 0; length < 68; length += 4)
    EXPECT_FALSE(changed([&](AppPacket& packet) { packet.data = packet.data.first(length); })) << length;
}

/// Whatever is read has values that can be.
TEST(TrendMessage, HostileBytesGiveNothingOrAMessageThatCanBe) {
  auto bytes = written({sample(), 5});
  std::uint32_t random = 1;
  int taken = 0;
  for (int round = 0; round < 20000; ++round) {
    auto hostile = bytes;
    for (int changes = 0; changes < 3; ++changes) {
      random = random * 1664525 + 1013904223;
      hostile[kBeforeData - 4 + (random >> 8) % (hostile.size() - kBeforeData + 4)] =
          static_cast<std::uint8_t>(random >> 24);
    }
    const auto message = read(hostile);
    if (!message) continue;
    ++taken;
    if (!message->report) continue;
    const TrendReported& report = *message->report;
    ASSERT_LE(std::abs(report.verdict.value_or(0)), 1);
    for (std::size_t i = 0; i < kTrendScales; ++i) {
      ASSERT_EQ(report.phase[i].has_value(), report.pct[i].has_value());
      ASSERT_LE(std::abs(report.pct[i].value_or(0)), 1);
      ASSERT_LE(std::abs(report.pdt[i].value_or(0)), 1);
    }
    ASSERT_GE(std::min({report.epsilon_ms, report.noise_ms, report.rise_ms}), 0);
    ASSERT_GE(report.end_sequence, 0);
  }
  EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace jitterscope::rtp::trend_message_test
