#include "core/algorithms/playout/lip_sync.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/algorithms/playout/video_playout.h"
#include "tests/unit/algorithms/playout/audio_listener.h"

namespace jitterscope::lip_sync_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000 + ms * 1'000'000);
}

/// Units captured at 0, 100, 200 … ms, played `delay` later.
void note(LipSync& sync, Medium medium, int units, std::int64_t delay_ms, std::int64_t held_ms = 0) {
  for (int i = 0; i < units; ++i)
    sync.note(medium, {Timestamp::ns(i * 100'000'000), at_ms(i * 100 + delay_ms), Duration::ms(held_ms)});
}

TEST(LipSync, knows_nothing_with_one_medium) {
  LipSync sync;
  note(sync, Medium::kAudio, 5, 60);
  EXPECT_FALSE(sync.skew(at_ms(500)));
  EXPECT_EQ(sync.holds(at_ms(500)), LipSyncHolds{});
}

TEST(LipSync, holds_the_earlier_medium) {
  LipSync sync;
  note(sync, Medium::kAudio, 5, 60);
  note(sync, Medium::kVideo, 5, 200);
  EXPECT_EQ(sync.skew(at_ms(500)), Duration::ms(-140));
  EXPECT_EQ(sync.holds(at_ms(500)), (LipSyncHolds{Duration::ms(140), {}}));
  LipSync other;
  note(other, Medium::kAudio, 5, 90);
  note(other, Medium::kVideo, 5, 50);
  EXPECT_EQ(other.holds(at_ms(500)), (LipSyncHolds{{}, Duration::ms(40)}));
  EXPECT_EQ(other.skew(at_ms(500)), Duration::ms(40));
}

TEST(LipSync, leaves_small_errors_alone_and_counts_what_is_held_already) {
  LipSync sync;
  note(sync, Medium::kAudio, 16, 68);
  note(sync, Medium::kVideo, 16, 60);
  EXPECT_EQ(sync.holds(at_ms(1600)), LipSyncHolds{});
  note(sync, Medium::kAudio, 16, 100);
  EXPECT_EQ(sync.holds(at_ms(1600)), (LipSyncHolds{{}, Duration::ms(40)}));
  note(sync, Medium::kVideo, 16, 100, 40);
  EXPECT_EQ(sync.skew(at_ms(1600)), Duration{});
  EXPECT_EQ(sync.holds(at_ms(1600)), (LipSyncHolds{{}, Duration::ms(40)}));
  note(sync, Medium::kAudio, 16, 95);  // 5 ms off: not worth it
  EXPECT_EQ(sync.holds(at_ms(1600)), (LipSyncHolds{{}, Duration::ms(40)}));
}

TEST(LipSync, ends_when_a_medium_falls_silent_or_it_is_switched_off) {
  LipSync sync;
  note(sync, Medium::kAudio, 5, 60);
  note(sync, Medium::kVideo, 5, 200);
  EXPECT_NE(sync.holds(at_ms(500)), LipSyncHolds{});
  EXPECT_EQ(sync.holds(at_ms(3500)), LipSyncHolds{});
  EXPECT_FALSE(sync.skew(at_ms(3500)));
  EXPECT_NE(sync.holds(at_ms(500)), LipSyncHolds{});
  sync.enable(false);
  EXPECT_EQ(sync.holds(at_ms(500)), LipSyncHolds{});
  EXPECT_TRUE(sync.skew(at_ms(500)));
}

TEST(LipSync, holds_no_longer_than_half_a_second) {
  LipSync sync;
  note(sync, Medium::kAudio, 5, 60);
  note(sync, Medium::kVideo, 5, 2060);
  EXPECT_EQ(sync.holds(at_ms(2500)).audio, LipSync::kMostHold);
}

TEST(LipSync, clocks_that_have_nothing_in_common_are_not_compared) {
  LipSync sync;
  note(sync, Medium::kAudio, 5, 60);
  note(sync, Medium::kVideo, 5, -11'000);
  note(sync, Medium::kVideo, 1, 500);  // lately
  sync.note(Medium::kAudio, {Timestamp::ns(-300'000'000'000), at_ms(500), {}});
  EXPECT_FALSE(sync.skew(at_ms(500)));
  EXPECT_EQ(sync.holds(at_ms(500)), LipSyncHolds{});
}

/// Picture takes 120 ms to make and travels with more jitter than sound; both playouts, speech with and without pauses.
TEST(LipSync, brings_sound_and_picture_together) {
  for (const bool pauses : {true, false}) {
    std::mt19937 random(11);
    audio_test::Listener sound("i:60", [](std::int64_t t) {
      return static_cast<std::int16_t>(9000 * std::sin(0.1 * static_cast<double>(t)));
    });
    VideoPlayout picture(*PlayoutSetting::parse("i:80"), Duration::ms(100));
    LipSync sync;
    std::optional<Duration> skew;
    for (std::int64_t ms = 0; ms < 40'000; ms += 10) {
      const std::int64_t number = ms / 10, frame = ms / 100;
      sound.render(ms + 20);
      sound.put(number, ms + 1 + static_cast<std::int64_t>(random() % 20), pauses && number % 200 == 0);
      if (const auto* played = sound.of(number - 30); played && played->outcome == PlayoutOutcome::kPlayed)
        sync.note(Medium::kAudio, {Timestamp::ns((number - 30) * 10'000'000), played->playout, sound.playout.held()});
      if (ms % 100 == 0) {
        const Timestamp completed = at_ms(ms + 120 + static_cast<std::int64_t>(random() % 60));
        if (const auto due = picture.put({1, frame, Duration::ms(ms), completed}, completed))
          sync.note(Medium::kVideo, {Timestamp::ns(ms * 1'000'000), due->playout, picture.held()});
        while (picture.pop_due(completed)) {}
        const LipSyncHolds holds = sync.holds(at_ms(ms));
        sound.playout.hold(holds.audio);
        picture.hold(holds.video);
        skew = sync.skew(at_ms(ms));
        if (ms > (pauses ? 5000 : 25'000)) {
          ASSERT_TRUE(skew) << ms;
          ASSERT_LT(std::abs(skew->ms()), 20) << ms << ' ' << pauses;
        }
      }
    }
  }
}

TEST(CaptureClock, follows_the_last_report) {
  CaptureClock clock(90'000);
  EXPECT_FALSE(clock.captured(0));
  clock.add_report(Timestamp::ns(4'000'000'000), 900'000);
  EXPECT_EQ(clock.captured(945'000), Timestamp::ns(4'500'000'000));
  EXPECT_EQ(clock.captured(855'000), Timestamp::ns(3'500'000'000));
  EXPECT_EQ(clock.captured(900'001), Timestamp::ns(4'000'011'111));
  clock.add_report(Timestamp::ns(5'000'100'000), 990'000);  // the sender's sampling is slow
  EXPECT_EQ(clock.captured(990'000), Timestamp::ns(5'000'100'000));
  clock.restart();
  EXPECT_FALSE(clock.captured(0));
}

}  // namespace
}  // namespace jitterscope::lip_sync_test
