#include "core/measures/tracks/streams/playout_track.h"
#include "core/events/kinds/setting_changed.h"
#include "core/measures/views/snapshot.h"

#include <gtest/gtest.h>

#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope::playout_track_test {
namespace {

Timestamp at_ms(int ms) {
  return Timestamp::ns(5'000'000'000) + Duration::ms(ms);
}

AudioBlockDone block(PlayoutOutcome outcome, int received_ms, int playout_ms, std::uint32_t ssrc = 1) {
  AudioBlockDone done;
  done.ssrc = ssrc;
  done.outcome = outcome;
  if (outcome != PlayoutOutcome::kLost) done.received = at_ms(received_ms);
  done.playout = at_ms(playout_ms);
  return done;
}

TEST(PlayoutTrack, KnowsNothingUntilTold) {
  PlayoutTrack track;
  EXPECT_FALSE(track.view(at_ms(0)));
  track.set(*PlayoutSetting::parse("e"));
  ASSERT_TRUE(track.view(at_ms(0)));
  EXPECT_EQ(track.view(at_ms(0))->setting->to_string(), "e");
  EXPECT_FALSE(track.view(at_ms(0))->delay_ms || track.view(at_ms(0))->added_ms || track.view(at_ms(0))->lip_sync_ms);
}

TEST(PlayoutTrack, CountsOutcomesAndAveragesTheWaitOfWhatWasPlayed) {
  PlayoutTrack track;
  track.add(block(PlayoutOutcome::kPlayed, 0, 60));
  track.add(block(PlayoutOutcome::kPlayed, 30, 80));
  track.add(block(PlayoutOutcome::kLate, 200, 100));
  track.add(block(PlayoutOutcome::kLost, 0, 120));
  track.add(block(PlayoutOutcome::kDropped, 130, 140));
  const auto view = track.view(at_ms(200));
  EXPECT_EQ(view->played, 2);
  EXPECT_EQ(view->late, 1);
  EXPECT_EQ(view->lost, 1);
  EXPECT_EQ(view->dropped, 1);
  EXPECT_EQ(view->added_ms, 55);
  EXPECT_FALSE(track.view(at_ms(20'000))->added_ms);  // not of the last 10 s
  EXPECT_EQ(track.view(at_ms(20'000))->played, 2);
  track.add(block(PlayoutOutcome::kPlayed, 0, 60, 2));
  EXPECT_EQ(track.view(at_ms(200))->played, 1);
  EXPECT_EQ(track.view(at_ms(200))->lost, 0);
}

TEST(PlayoutTrack, FramesThatNeverWereCompleteAreLost) {
  PlayoutTrack track;
  for (int i = 0; i < 30; ++i) {
    FrameDone done;
    done.frame = i;
    done.outcome = i % 10 < 2    ? FrameOutcome::kIncomplete
                   : i % 10 == 2 ? FrameOutcome::kMissing
                                 : FrameOutcome::kComplete;
    done.completed = at_ms(100 * i);
    track.add(done);
    if (done.outcome == FrameOutcome::kComplete)
      track.add(FramePlayed{0, i, PlayoutOutcome::kPlayed, done.completed, done.completed + Duration::ms(40)});
  }
  const auto view = track.view(at_ms(3100));
  EXPECT_EQ(view->played, 21);
  EXPECT_EQ(view->lost, 9);
  EXPECT_EQ(view->gaps, 3) << "of units that never came whole too";
  EXPECT_EQ(view->added_ms, 40);
  ASSERT_TRUE(view->bursts);
  EXPECT_DOUBLE_EQ(*view->bursts->burst_ratio, 3 * 0.7);
}

TEST(PlayoutTrack, IsUnknownWhereFramesAreToldAndTheirPlayoutIsNot) {
  PlayoutTrack track;
  FrameDone incomplete;
  incomplete.outcome = FrameOutcome::kIncomplete;
  incomplete.completed = at_ms(10);
  track.add(incomplete);
  EXPECT_FALSE(track.view(at_ms(20))) << "\"played 0\" would be said of frames that were played";
}

TEST(PlayoutTrack, LipSyncIsTheLastAndThe95thPercentileOfAMinute) {
  PlayoutTrack track;
  PlayoutReport report;
  report.lip_sync_ms = -500;
  report.at = at_ms(-100'000);
  track.add(report);
  for (int i = 0; i <= 20; ++i) {
    report.lip_sync_ms = i % 2 ? -i : i;
    report.at = at_ms(i * 1000);
    report.concealed = i;
    report.gaps = i / 2;
    track.add(report);
  }
  const auto view = track.view(at_ms(20'000));
  EXPECT_EQ(view->lip_sync_ms, 20);
  EXPECT_EQ(view->lip_sync_p95_ms, 19);
  EXPECT_EQ(view->concealed, 20);
  EXPECT_EQ(view->gaps, 10);
}

TEST(PlayoutTrack, InTheCallSettingsOfThisEndCount) {
  CallAnalyzer analyzer(at_ms(0));
  SettingChanged setting;
  setting.name = ShortText<32>("playout.audio");
  setting.value = ShortText<160>("ramjee4");
  setting.end = End::kRemote;
  analyzer.add(setting);
  EXPECT_FALSE(analyzer.snapshot(at_ms(1)).received(Medium::kAudio).playout);
  setting.end = End::kLocal;
  analyzer.add(setting);
  EXPECT_EQ(analyzer.snapshot(at_ms(1)).received(Medium::kAudio).playout->setting->to_string(), "ramjee4");
  EXPECT_FALSE(analyzer.snapshot(at_ms(1)).received(Medium::kVideo).playout);
  PlayoutDecided decided;
  decided.medium = Medium::kAudio;
  decided.policy = ShortText<24>("i:80");
  decided.delay = Duration::ms(80);
  decided.held = Duration::ms(15);
  analyzer.add(decided);
  const auto view = analyzer.snapshot(at_ms(2)).received(Medium::kAudio).playout;
  EXPECT_EQ(view->setting->delay, Duration::ms(80));
  EXPECT_EQ(view->delay_ms, 95);
}

}  // namespace
}  // namespace jitterscope::playout_track_test
