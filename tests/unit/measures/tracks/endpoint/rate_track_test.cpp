#include "core/measures/tracks/endpoint/rate_track.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/rate_view.h"

namespace jitterscope::rate_track_test {
namespace {

const Timestamp kBegan = Timestamp::ns(5'000'000'000);

Timestamp at_ms(int ms) {
  return kBegan + Duration::ms(ms);
}

TrendReported report(Direction direction, int n, int ms, std::optional<double> verdict = {}) {
  TrendReported e;
  e.direction = direction;
  e.ssrc = 7;
  e.end_sequence = 8 * n;
  e.verdict = verdict;
  e.rise_ms = n;
  e.at = at_ms(ms);
  return e;
}

SettingChanged setting(const char* name, const char* value, int ms, End end = End::kLocal) {
  SettingChanged e;
  e.name = ShortText<32>(name);
  e.value = ShortText<160>(value);
  e.end = end;
  e.at = at_ms(ms);
  return e;
}

RateDecided decision(double target, std::optional<double> low, std::optional<double> high, int ms,
                     bool sending = true) {
  RateDecided e;
  e.controller = ShortText<24>("two-stream");
  e.stage = ShortText<24>(sending ? "rate adaptation" : "break");
  e.reason = ShortText<112>("Delays increase at all scales.");
  e.target_kbps = target;
  e.low_kbps = low;
  e.high_kbps = high;
  e.sending = sending;
  e.at = at_ms(ms);
  return e;
}

PacketSent sent(Medium medium, int size, int ms) {
  PacketSent e;
  e.medium = medium;
  e.size = size;
  e.sent = at_ms(ms);
  return e;
}

void expect_points(const std::vector<SeriesPoint>& points, const std::vector<std::pair<double, double>>& expected) {
  ASSERT_EQ(points.size(), expected.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(points[i].at_s, expected[i].first, 1e-9) << i;
    if (std::isnan(expected[i].second))
      EXPECT_TRUE(std::isnan(points[i].value)) << i;
    else
      EXPECT_NEAR(points[i].value, expected[i].second, 1e-9) << i;
  }
}

TEST(RateTrack, TellsHowManyBlocksOfSoundWereLostBetweenReports) {
  const auto lost_of = [](const std::vector<std::uint32_t>& told) {
    RateTrack track(kBegan);
    int n = 0;
    for (const std::uint32_t lost : told) {
      ++n;
      auto e = report(Direction::kReceived, n, n * 250);
      e.audio_lost = lost;
      track.add(e);
    }
    EXPECT_EQ(track.view(Direction::kReceived, at_ms(2000)), nullptr);
    return track.view(Direction::kSent, at_ms(2000))->lost_series;
  };
  // 4 before there was a report; at 6 one came after all, or a report was overtaken.
  expect_points(lost_of({4, 4, 7, 6, 7, 8}), {{0.75, 3}, {1.5, 1}});
  expect_points(lost_of({0xFFFF'FFFEU, 1U}), {{0.5, 3}});  // past the wrap
}

TEST(RateTrack, OfALongCallWithManyLostBlocksTheOlderOnesStandTogether) {
  RateTrack track(kBegan);
  for (int n = 1; n <= 10'001; ++n) {
    auto e = report(Direction::kReceived, n, n * 250);
    e.audio_lost = static_cast<std::uint32_t>(n - 1);
    track.add(e);
  }
  const auto losses = track.view(Direction::kSent, at_ms(3'000'000))->lost_series;
  EXPECT_LE(losses.size(), 4096U);
  double all = 0;
  for (const auto& each : losses) all += each.value;
  EXPECT_EQ(all, 10'000);
  EXPECT_LT(losses.front().at_s, 60);
  EXPECT_EQ(losses.back().value, 1);
}

TEST(RateTrack, KnowsNothingUntilReportedOrDecided) {
  RateTrack track(kBegan);
  track.add(setting("rate-control", "two-stream", 0));
  EXPECT_FALSE(track.view(Direction::kSent, at_ms(10)));
  EXPECT_FALSE(track.view(Direction::kReceived, at_ms(10)));
  track.add(decision(100, {}, {}, 20));
  EXPECT_TRUE(track.view(Direction::kSent, at_ms(30)));
  EXPECT_FALSE(track.view(Direction::kReceived, at_ms(30)));
}

TEST(RateTrack, RemotesReportsAreOfWhatIsSentOwnOnesOfWhatIsReceived) {
  RateTrack track(kBegan);
  track.add(report(Direction::kReceived, 1, 100));
  ASSERT_TRUE(track.view(Direction::kSent, at_ms(400)));
  EXPECT_EQ(track.view(Direction::kSent, at_ms(400))->rise_ms, 1);
  EXPECT_NEAR(*track.view(Direction::kSent, at_ms(400))->report_age_s, 0.3, 1e-9);
  EXPECT_FALSE(track.view(Direction::kReceived, at_ms(400)));
  track.add(report(Direction::kSent, 2, 410));
  EXPECT_EQ(track.view(Direction::kReceived, at_ms(420))->rise_ms, 2);
}

TEST(RateTrack, ViewsAreSharedForAFifthOfASecond) {
  RateTrack track(kBegan);
  track.add(report(Direction::kReceived, 1, 0));
  const auto first = track.view(Direction::kSent, at_ms(10));
  EXPECT_EQ(track.view(Direction::kSent, at_ms(200)), first);
  EXPECT_NE(track.view(Direction::kSent, at_ms(210)), first);
}

TEST(RateTrack, ScalesAbstainUntilTheyAreFull) {
  RateTrack track(kBegan);
  TrendReported e = report(Direction::kReceived, 1, 100);
  e.phase[0] = TrendPhase::kIncreasing;
  e.pct[0] = 0.75F;
  e.pdt[0] = 0.5F;
  track.add(e);
  const auto view = track.view(Direction::kSent, at_ms(200));
  EXPECT_EQ(view->scales[0].packets, 32);
  EXPECT_EQ(view->scales[0].phase, TrendPhase::kIncreasing);
  expect_points(view->scales[0].pct_series, {{0.1, 0.75}});
  expect_points(view->scales[0].pdt_series, {{0.1, 0.5}});
  EXPECT_EQ(view->scales[2].packets, 128);
  EXPECT_FALSE(view->scales[2].phase || view->scales[2].pct);
  EXPECT_TRUE(view->scales[2].pct_series.empty());
}

TEST(RateTrack, DelaysAreRisesUntilTheClocksAgree) {
  RateTrack track(kBegan);
  track.add(report(Direction::kReceived, 1, 100));
  auto view = track.view(Direction::kSent, at_ms(200));
  EXPECT_TRUE(view->delay_is_rise);
  expect_points(view->delay_series, {{0.1, 1}});
  TrendReported e = report(Direction::kReceived, 2, 400);
  e.delay_ms = 53;
  track.add(e);
  view = track.view(Direction::kSent, at_ms(500));
  EXPECT_FALSE(view->delay_is_rise);
  expect_points(view->delay_series, {{0.4, 53}});
}

TEST(RateTrack, VerdictsAreStretchesWithGaps) {
  RateTrack track(kBegan);
  track.add(report(Direction::kReceived, 1, 0));
  track.add(report(Direction::kReceived, 2, 300, 0.0));
  track.add(report(Direction::kReceived, 3, 600, 0.0));
  track.add(report(Direction::kReceived, 3, 700, 0.0));  // again: tells nothing
  track.add(report(Direction::kReceived, 4, 900, 1.0));
  track.add(report(Direction::kReceived, 5, 1200));
  track.add(report(Direction::kReceived, 6, 1500, 1.0));
  track.add(report(Direction::kReceived, 7, 9000, 1.0));  // stands for two seconds, no more
  const auto stretches = track.view(Direction::kSent, at_ms(9000))->stretches;
  const std::vector<TrendStretch> expected{{0, 0.6, 0}, {0.6, 0.9, 1}, {1.2, 1.5, 1}, {7, 9, 1}};
  ASSERT_EQ(stretches.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(stretches[i].begin_s, expected[i].begin_s, 1e-9) << i;
    EXPECT_NEAR(stretches[i].end_s, expected[i].end_s, 1e-9) << i;
    EXPECT_EQ(stretches[i].verdict, expected[i].verdict) << i;
  }
}

TEST(RateTrack, StretchesAreBoundedInOrderAndWithoutOverlap) {
  RateTrack track(kBegan);
  for (int i = 0; i < 20'000; ++i) track.add(report(Direction::kReceived, i, 300 * i, i % 2 ? 1.0 : -1.0));
  const auto view = track.view(Direction::kSent, at_ms(6'000'000));
  EXPECT_LE(view->stretches.size(), 4096u);
  EXPECT_EQ(view->stretches.front().begin_s, 0);
  EXPECT_NEAR(view->stretches.back().end_s, 5999.7, 1e-6);
  for (std::size_t i = 1; i < view->stretches.size(); ++i)
    ASSERT_LE(view->stretches[i - 1].end_s, view->stretches[i].begin_s + 1e-9);
  EXPECT_LE(view->delay_series.size(), 4800u);
}

TEST(RateTrack, DecisionsAreStepsUntilControlEnds) {
  RateTrack track(kBegan);
  track.add(setting("rate-control", "two-stream,keep=motion,low=0.3", 0));
  track.add(decision(100, {}, 120, 1000));
  track.add(decision(100, {}, 120, 1500));
  track.add(decision(60, {}, 100, 2000, false));
  auto view = track.view(Direction::kSent, at_ms(3000));
  EXPECT_EQ(view->setting->keep, KeepOrder::kMotion);
  EXPECT_EQ(view->trend.pct_low, 0.3);
  EXPECT_EQ(view->stage, "break");
  EXPECT_EQ(view->reason, "Delays increase at all scales.");
  EXPECT_EQ(view->target_kbps, 60);
  EXPECT_FALSE(view->sending);
  EXPECT_EQ(view->decided_at_s, 2);
  expect_points(view->target_series, {{1, 100}, {2, 0}, {3, 0}});
  expect_points(view->high_series, {{1, 120}, {2, 100}, {3, 100}});
  EXPECT_TRUE(view->low_series.empty());
  track.add(setting("rate-control", "off", 4000));
  view = track.view(Direction::kSent, at_ms(5000));
  EXPECT_TRUE(view->stage.empty());
  EXPECT_FALSE(view->target_kbps || view->high_kbps || view->setting->on());
  EXPECT_TRUE(view->sending);
  expect_points(view->target_series, {{1, 100}, {2, 0}, {4, NAN}});
}

TEST(RateTrack, PicturesAreCountedOnTheLinkEachSecond) {
  RateTrack track(kBegan);
  track.add(decision(100, {}, {}, 0));
  for (int i = 0; i < 10; ++i) track.add(sent(Medium::kVideo, 958, 100 * i));
  PacketSent failed = sent(Medium::kVideo, 958, 950);
  failed.accepted = false;
  track.add(failed);
  track.add(setting("transport", "tcp", 999));
  for (int i = 10; i < 20; ++i) track.add(sent(Medium::kVideo, 932, 100 * i));
  const auto view = track.view(Direction::kSent, at_ms(3600));
  EXPECT_EQ(view->transport, Transport::kTcp);
  expect_points(view->sent_series, {{1, 80}, {2, 80}, {3, std::nan("")}});
}

TEST(RateTrack, RemotesCountsBecomeTheReceivedRateAcrossTheirWrap) {
  RateTrack track(kBegan);
  TrendReported e = report(Direction::kReceived, 1, 0);
  e.video_packets = 0xffff'fffe;
  e.video_bytes = 0xffff'ff00;
  track.add(e);
  for (const int n : {2, 3}) {
    e = report(Direction::kReceived, n, 1000 * (n - 1));
    e.video_packets = static_cast<std::uint32_t>(10 * (n - 1) - 2);
    e.video_bytes = static_cast<std::uint32_t>(9580 * (n - 1) - 256);
    track.add(e);
  }
  e = report(Direction::kReceived, 4, 3000);  // began to count anew
  track.add(e);
  e = report(Direction::kReceived, 5, 5000);
  e.video_packets = 5;
  e.video_bytes = 4790;
  track.add(e);
  expect_points(track.view(Direction::kSent, at_ms(5000))->received_series, {{1, 80}, {2, 80}, {5, 20}});
}

TEST(RateTrack, WhatIsLeftOutAndTheConnection) {
  RateTrack track(kBegan);
  track.add(decision(100, {}, {}, 0));
  track.add(setting("transport", "tcp", 0));
  for (const OmitReason reason : {OmitReason::kTarget, OmitReason::kTarget, OmitReason::kBreak, OmitReason::kObsolete})
    track.add(FrameOmitted{1, {}, reason, at_ms(1)});
  TcpReported tcp;
  tcp.round_trip_ms = 40;
  tcp.at = at_ms(100);
  track.add(tcp);
  auto view = track.view(Direction::kSent, at_ms(200));
  EXPECT_EQ(view->omitted_target, 2);
  EXPECT_EQ(view->omitted_break, 1);
  EXPECT_EQ(view->omitted_obsolete, 1);
  ASSERT_TRUE(view->tcp);
  expect_points(view->tcp_round_trip_series, {{0.1, 40}});
  track.add(setting("transport", "udp", 300));
  view = track.view(Direction::kSent, at_ms(600));
  EXPECT_FALSE(view->tcp);
  EXPECT_EQ(view->tcp_round_trip_series.size(), 1u);
}

TEST(RateTrack, InTheCallBothDirectionsStandInTheSnapshot) {
  CallAnalyzer analyzer(kBegan);
  EXPECT_FALSE(analyzer.snapshot(at_ms(1)).rate_sent || analyzer.snapshot(at_ms(1)).rate_received);
  analyzer.add(report(Direction::kSent, 1, 10));
  EXPECT_FALSE(analyzer.snapshot(at_ms(20)).rate_sent);
  ASSERT_TRUE(analyzer.snapshot(at_ms(20)).rate_received);
  PacketArrived arrived;
  arrived.medium = Medium::kVideo;
  arrived.size = 958;
  arrived.received = at_ms(500);
  analyzer.add(arrived);
  const auto view = analyzer.snapshot(at_ms(1600)).rate_received;
  EXPECT_EQ(view->direction, Direction::kReceived);
  expect_points(view->received_series, {{1, 8}});
}

}  // namespace
}  // namespace jitterscope::rate_track_test
