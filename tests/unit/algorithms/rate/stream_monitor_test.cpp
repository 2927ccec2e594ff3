#include "core/algorithms/rate/stream_monitor.h"

#include <gtest/gtest.h>

#include "tests/unit/algorithms/rate/sound_path.h"

namespace jitterscope::stream_monitor_test {
namespace {

TEST(StreamMonitor, ReportsAfterEachEighthPacketAndScalesFillOneAfterTheOther) {
  SoundPath path;
  path.play(128, [](auto) { return 53.0; });
  ASSERT_EQ(path.reports.size(), 16u);
  EXPECT_FALSE(path.reports[2].verdict);
  EXPECT_EQ(path.reports[3].verdict, 0);
  EXPECT_FALSE(path.reports[3].phase[1]);
  EXPECT_TRUE(path.reports[7].phase[1]);
  EXPECT_FALSE(path.reports[14].phase[2]);
  const TrendReported& last = path.reports.back();
  EXPECT_EQ(last.phase[2], TrendPhase::kSteady);
  EXPECT_EQ(last.direction, Direction::kSent);
  EXPECT_EQ(last.ssrc, 7u);
  EXPECT_EQ(last.end_sequence, 1127);
  EXPECT_EQ(last.judged_from, 1000);
  EXPECT_EQ(last.audio_expected, 128u);
  EXPECT_EQ(last.audio_lost, 0u);
  EXPECT_NEAR(last.delay_ms.value(), 53, 1e-6);
  EXPECT_NEAR(last.rise_ms, 0, 1e-6);
  EXPECT_NEAR(last.epsilon_ms, 0.5, 1e-9);
}

TEST(StreamMonitor, AFullerQueueIsSeenByTheShortestScaleFirst) {
  SoundPath path;
  path.play(128, [](auto) { return 53.0; });
  path.play(32, [](std::int64_t n) { return 53 + static_cast<double>(n - 128) * 1.7; });
  EXPECT_EQ(path.reports.back().verdict, 1);
  EXPECT_EQ(path.reports.back().phase[0], TrendPhase::kIncreasing);
  EXPECT_NEAR(path.reports.back().rise_ms, 27.5 * 1.7, 0.1);
}

TEST(StreamMonitor, WindowsBeginWhereTheSenderAsks) {
  SoundPath path;
  path.play(64, [](auto) { return 53.0; });
  path.monitor.judge_from(1060);
  path.play(32, [](auto) { return 53.0; });
  EXPECT_EQ(path.reports[8].judged_from, 1060);
  EXPECT_FALSE(path.reports[10].verdict);  // 28 packets
  EXPECT_EQ(path.reports[11].verdict, 0);
  path.monitor.judge_from(1050);  // a repeat that comes late
  path.play(8, [](auto) { return 53.0; });
  EXPECT_EQ(path.reports.back().judged_from, 1060);
  EXPECT_TRUE(path.reports.back().verdict);
}

double rising(std::int64_t number) {
  return 53 + 2.0 * static_cast<double>(number);
}
double flat(std::int64_t) {
  return 53;
}

TEST(MonitoredStream, ReorderedPacketsAreJudgedInSequence) {
  SoundPath path, ordered;
  for (std::int64_t n = 0; n < 128; n += 4)
    for (const std::int64_t place : {0, 3, 1, 2}) path.add(path.packet(n + place, rising(n + place)));
  ordered.play(128, rising);
  EXPECT_EQ(path.reports.back().pct, ordered.reports.back().pct);
  EXPECT_EQ(path.reports.back().pdt, ordered.reports.back().pdt);
  EXPECT_EQ(path.reports.back().verdict, 1);
  EXPECT_EQ(path.reports.back().audio_lost, 0u);
  EXPECT_EQ(path.reports.back().end_sequence, 1127);
}

TEST(MonitoredStream, ACopyCountsForNothing) {
  SoundPath path;
  for (int n = 0; n < 64; ++n) {
    path.add(path.packet(n, flat(n)));
    PacketArrived copy = path.packet(n, 900);
    copy.duplicate = true;
    path.add(copy);
  }
  EXPECT_EQ(path.reports.size(), 8u);
  EXPECT_EQ(path.reports.back().audio_expected, 64u);
  EXPECT_EQ(path.reports.back().rise_ms, 0);
}

TEST(MonitoredStream, LossIsCountedUntilALatePacketComes) {
  SoundPath path;
  for (int n = 0; n < 20; ++n)
    if (n != 5 && n != 6) path.add(path.packet(n, 53));
  ASSERT_EQ(path.reports.size(), 2u);
  EXPECT_EQ(path.reports[0].audio_expected, 10u);
  EXPECT_EQ(path.reports[0].audio_lost, 2u);
  path.add(path.packet(6, 2000));
  path.next = 20;
  path.play(8, flat);
  EXPECT_EQ(path.reports.back().audio_lost, 1u);
}

TEST(MonitoredStream, ThePictureIsCountedToo) {
  SoundPath path;
  for (int n = 0; n < 10; ++n) {
    if (n == 4) continue;
    PacketArrived video = path.packet(n, 50);
    video.medium = Medium::kVideo;
    video.ssrc = 9;
    video.size = 1000;
    path.add(video);
  }
  path.play(8, flat);
  EXPECT_EQ(path.reports.back().video_packets, 9u);
  EXPECT_EQ(path.reports.back().video_lost, 1u);
  EXPECT_EQ(path.reports.back().video_bytes, 9000u);
  EXPECT_EQ(path.reports.back().audio_expected, 8u);
}

TEST(MonitoredStream, AnotherStreamBeginsAnewButCountsGoOn) {
  SoundPath path;
  path.play(64, rising);
  path.first_sequence = 40000;  // the same SSRC after a restart of the sender
  path.play(8, flat);
  EXPECT_FALSE(path.reports.back().verdict);
  EXPECT_EQ(path.reports.back().judged_from, 40064);
  EXPECT_EQ(path.reports.back().audio_expected, 72u);
  EXPECT_EQ(path.reports.back().audio_lost, 0u);
  EXPECT_EQ(path.reports.back().rise_ms, 0);
}

TEST(MonitoredStream, APauseBeginsTheWindowsAnewAndKeepsTheBase) {
  SoundPath path;
  path.play(64, flat);
  path.next += 50;  // 2 s
  path.play(8, [](auto) { return 63.0; });
  EXPECT_FALSE(path.reports.back().verdict);
  EXPECT_EQ(path.reports.back().judged_from, 1114);
  EXPECT_NEAR(path.reports.back().rise_ms, 10, 0.1);
}

TEST(MonitoredStream, ClocksThatComeToAgreeBeginTheWindowsAnew) {
  SoundPath path;
  path.clocks_agree = false;
  path.play(64, rising);
  EXPECT_EQ(path.reports.back().verdict, 1);
  EXPECT_FALSE(path.reports.back().delay_ms);
  EXPECT_NEAR(path.reports.back().rise_ms, 119, 1);
  path.clocks_agree = true;
  path.play(7, flat);  // might be a whim
  EXPECT_EQ(path.reports.back().judged_from, 1000);
  path.play(33, flat);
  EXPECT_EQ(path.reports.back().judged_from, 1071);
  EXPECT_EQ(path.reports.back().verdict, 0);
  EXPECT_NEAR(path.reports.back().delay_ms.value(), 53, 1e-6);
}

TEST(MonitoredStream, AStepOfItsTimestampsIsNoDelay) {
  SoundPath path;
  path.clocks_agree = false;
  path.play(64, flat);
  for (; path.next < 104; ++path.next) {
    PacketArrived p = path.packet(path.next, 53);
    p.rtp_timestamp -= 8000 * 3600;
    path.add(p);
  }
  EXPECT_EQ(path.reports.back().judged_from, 1064);
  EXPECT_EQ(path.reports.back().verdict, 0);
  EXPECT_EQ(path.reports.back().rise_ms, 0);
}

TEST(MonitoredStream, TheKernelsStampCounts) {
  SoundPath path;
  for (int n = 0; n < 64; ++n) {
    PacketArrived p = path.packet(n, 53);
    p.kernel = p.received;
    p.received += Duration::ms(n % 7);  // woken late
    *p.received_conference += Duration::ms(n % 7);
    path.add(p);
  }
  EXPECT_NEAR(path.reports.back().delay_ms.value(), 53, 1e-6);
  EXPECT_LT(path.reports.back().noise_ms, 1e-6);
}

TEST(MonitoredStream, AFullQueueIsNotTakenForThePath) {
  SoundPath path;
  path.play(100, flat);
  path.play(25 * 120, [](auto) { return 653.0; });  // two minutes
  EXPECT_EQ(path.reports.back().verdict, 0);
  EXPECT_NEAR(path.reports.back().rise_ms, 600 - 55, 1);  // 500 ppm of what is longer than 10 s ago
}

TEST(JudgeFrom, IsToldModulo32Bits) {
  SoundPath path;
  path.first_sequence = (std::int64_t{1} << 32) - 50;
  path.play(64, flat);
  path.monitor.judge_from((path.first_sequence + 60) & 0xFFFFFFFF);
  path.play(8, flat);
  EXPECT_EQ(path.reports.back().judged_from, path.first_sequence + 60);
}

TEST(JudgeFrom, OfASenderThatWrappedBeforeWeHeardOfIt) {
  SoundPath path;  // we count from 1000, the sender from 65536 more
  path.play(64, flat);
  path.monitor.judge_from(65536 + 1062);
  path.play(8, flat);
  EXPECT_EQ(path.reports.back().judged_from, 65536 + 1062);
  EXPECT_EQ(path.reports.back().end_sequence, 65536 + 1071);
  EXPECT_FALSE(path.reports.back().verdict);
}

TEST(JudgeFrom, MayBeAheadOfWhatHasComeButNotFar) {
  SoundPath path;
  path.play(64, flat);
  path.monitor.judge_from(1070);
  path.monitor.judge_from(20000);  // nonsense
  path.play(8, flat);
  EXPECT_EQ(path.reports.back().judged_from, 1070);
  EXPECT_FALSE(path.reports.back().verdict);
  path.play(32, flat);
  EXPECT_EQ(path.reports.back().verdict, 0);
}

TEST(JudgeFrom, OldDelaysVetoNothing) {
  SoundPath path;  // a queue that drained, then a new step that is too much
  path.play(64, [](std::int64_t n) { return 400 - 5.0 * static_cast<double>(n); });
  EXPECT_EQ(path.reports.back().verdict, -1);
  path.monitor.judge_from(1064);
  path.play(32, [](std::int64_t n) { return 80 + 2.0 * static_cast<double>(n - 64); });
  EXPECT_EQ(path.reports.back().verdict, 1);
}

TEST(JudgeFrom, TheRiseIsThatOfTheLastEightWhateverTheWindows) {
  SoundPath path;
  path.play(64, flat);
  path.monitor.judge_from(1064);
  path.play(8, [](auto) { return 83.0; });
  EXPECT_FALSE(path.reports.back().verdict);
  EXPECT_NEAR(path.reports.back().rise_ms, 30, 0.2);
}

}  // namespace
}  // namespace jitterscope::stream_monitor_test
