// Of a stretch of a call, figures that else are of the last seconds are of all of it, and counts begin with it.
#include <gtest/gtest.h>

#include "core/measures/tracks/endpoint/parts/link_track.h"
#include "core/measures/tracks/endpoint/thread_rows.h"
#include "core/measures/tracks/participant/peer_track.h"
#include "core/measures/tracks/streams/delay_track.h"
#include "core/measures/tracks/streams/playout_track.h"
#include "core/measures/tracks/streams/quality_track.h"

namespace jitterscope::stretch_figures_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000'000);
const FigureSpan kStretch(kBegan, kBegan + Duration::seconds(100));

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

TEST(StretchFigures, AnEndlessWindowHasAllSamples) {
  RecentWindow window(RecentWindow::kEndless);
  for (int i = 1; i <= 40'000; ++i) window.add(at(i), i);
  const SampleFigures figures = window.figures(at(1e6));
  EXPECT_EQ(figures.n, 40'000);
  EXPECT_DOUBLE_EQ(*figures.mean, 20'000.5);
  EXPECT_DOUBLE_EQ(*figures.min, 1);
  EXPECT_DOUBLE_EQ(*figures.max, 40'000);
  EXPECT_NEAR(*figures.p95, 38'000, 1);
  EXPECT_DOUBLE_EQ(*window.mean(at(0)), 20'000.5);
  window.restart();
  EXPECT_EQ(window.figures(at(0)).n, 0);
}

TEST(StretchFigures, OfMoreSamplesThanAreKeptPercentilesAreOfAnEvenShare) {
  RecentWindow window(RecentWindow::kEndless);
  constexpr int kMany = 5'000'000;
  for (int i = 0; i < kMany; ++i) window.add(at(0), i);
  const SampleFigures figures = window.figures(at(0));
  EXPECT_EQ(figures.n, kMany);
  EXPECT_NEAR(*figures.p50, kMany / 2.0, kMany * 1e-5);
  EXPECT_NEAR(*figures.p99, kMany * 0.99, kMany * 1e-5);
}

TEST(StretchFigures, WhatTheRemoteCountedBeforeIsNotCounted) {
  PeerTrack track(kStretch);
  PeerSummary summary;
  const auto tell = [&](double seconds, std::int64_t expected, std::int64_t lost, double kbps) {
    summary.at = at(seconds);
    summary.expected = expected;
    summary.packets = expected - lost;
    summary.lost = lost;
    summary.frames_complete = expected / 10;
    summary.rate_kbps = kbps;
    track.add(summary);
  };
  tell(99, 1000, 100, 50);
  EXPECT_FALSE(track.view(at(100))) << "nothing was told in it";
  tell(101, 1100, 100, 60);
  tell(130, 1500, 150, 80);
  const auto view = track.view(at(150));
  ASSERT_TRUE(view);
  EXPECT_EQ(view->packets, 450);
  EXPECT_EQ(view->lost, 50);
  EXPECT_DOUBLE_EQ(*view->loss_ratio, 0.1);
  EXPECT_DOUBLE_EQ(*view->recent_loss_ratio, 0.1);
  EXPECT_DOUBLE_EQ(view->rate_kbps, 70);
  EXPECT_NEAR(*view->frames_per_second, 40 / 29.0, 1e-9);
}

/// The remote's rate is over its last two seconds: a call's first summaries are of less.
TEST(StretchFigures, TheRemotesRateIsWithoutTheTimeBeforeItsStream) {
  PeerTrack track(FigureSpan{Timestamp(), Timestamp()});
  for (int quarter = 1; quarter <= 40; ++quarter) {
    PeerSummary summary;
    summary.at = Timestamp() + Duration::ms(250) * quarter;
    summary.expected = summary.packets = quarter * 10;
    summary.rate_kbps = std::min(quarter / 8.0, 1.0) * 64;
    track.add(summary);
  }
  EXPECT_DOUBLE_EQ(track.view(Timestamp() + Duration::seconds(10))->rate_kbps, 64);
}

TEST(StretchFigures, TheLinksCountsBeginWithIt) {
  LinkTrack track(kStretch);
  LinkReport report;
  const auto tell = [&](double seconds, std::int64_t offered, std::int64_t dropped, double kbps) {
    report.at = at(seconds);
    report.offered = offered;
    report.delivered = offered - dropped;
    report.dropped_queue = dropped;
    report.delivered_kbps = kbps;
    track.add(report);
  };
  tell(99.9, 1000, 10, 500);
  tell(101, 1200, 30, 100);
  tell(120, 2000, 110, 300);
  auto view = track.view({});
  ASSERT_TRUE(view);
  EXPECT_EQ(view->offered, 1000);
  EXPECT_EQ(view->dropped_queue, 100);
  EXPECT_DOUBLE_EQ(view->delivered_kbps, 200) << "over all of it";
  tell(121, 10, 0, 300);  // another queue
  view = track.view({});
  EXPECT_EQ(view->offered, 10);
}

TEST(StretchFigures, ThreadsWakeAndRunInAllOfIt) {
  ThreadRows rows(kStretch);
  ThreadStatus status;
  status.role = ThreadRole::kVideoSend;
  status.tid = 7;
  status.at = at(1);
  rows.add(status);
  ThreadLoad load;
  load.role = status.role;
  load.tid = 7;
  for (const double seconds : {97.0, 99.0, 101.0, 103.0, 150.0, 190.0}) {
    load.at = at(seconds);
    load.cpu_time = Duration::from_seconds(seconds < 150 ? 0 : seconds - 99);
    rows.add(load);
  }
  for (const double seconds : {100.5, 120.0, 180.0})
    rows.add(ThreadWoke{status.role, at(seconds), at(seconds) + Duration::us(static_cast<std::int64_t>(seconds))});
  const auto made = rows.rows(at(200));
  ASSERT_EQ(made.size(), 1u);
  EXPECT_DOUBLE_EQ(*made[0].cpu_share, 1) << "since the last account before it";
  EXPECT_DOUBLE_EQ(*made[0].wake_max_us, 180);
  EXPECT_DOUBLE_EQ(*made[0].wake_p50_us, 120);
}

TEST(StretchFigures, PlayoutCountsInIt) {
  PlayoutTrack track(kStretch);
  PlayoutReport report;
  for (const auto& [seconds, concealed] : {std::pair{98.0, 5}, {99.5, 7}, {101.0, 8}, {140.0, 20}}) {
    report.at = at(seconds);
    report.concealed = concealed;
    track.add(report);
  }
  EXPECT_EQ(track.view(at(150))->concealed, 13);
}

/// 5000 blocks in 100 s, of which each tenth is not played and 500 are missing around.
TEST(StretchFigures, QualityIsOfAllOfIt) {
  QualityTrack track(Medium::kAudio, kStretch);
  for (std::int64_t i = 0; i < 5000; ++i) {
    PacketArrived packet;
    packet.medium = Medium::kAudio;
    packet.ssrc = 5;
    packet.sequence = i;
    packet.rtp_timestamp = i * 160;
    packet.received = at(100 + static_cast<double>(i) * 0.02);
    track.add(packet);
    AudioBlockDone block;
    block.ssrc = 5;
    block.sequence = i;
    block.outcome = i % 10 == 0 ? PlayoutOutcome::kLate : PlayoutOutcome::kPlayed;
    block.received = packet.received;
    block.playout = packet.received + Duration::ms(60);
    track.add(block);
  }
  track.expect(500);
  const auto view = track.view(at(200));
  ASSERT_TRUE(view && view->now.loss_ratio);
  EXPECT_DOUBLE_EQ(*view->now.loss_ratio, 1000 / 5500.0);
  EXPECT_NEAR(*view->now.jitter_ms, 0, 1e-3);
}

}  // namespace
}  // namespace jitterscope::stretch_figures_test
