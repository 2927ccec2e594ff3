#include "core/rate/stream_monitor.h"

#include <gtest/gtest.h>

#include "tests/unit/rate/sound_path.h"

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

}  // namespace
}  // namespace jitterscope::stream_monitor_test
