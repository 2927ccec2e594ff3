#include "core/algorithms/playout/audio_concealment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/unit/algorithms/playout/audio_listener.h"

namespace jitterscope::audio_concealment_test {
namespace {

using namespace audio_test;

constexpr double kAmplitude = 8000, kTurn = 2 * std::numbers::pi * 200 / 8000;  // 200 Hz

std::int16_t tone(std::int64_t timestamp) {
  return static_cast<std::int16_t>(std::lround(kAmplitude * std::sin(kTurn * static_cast<double>(timestamp))));
}

/// What the tone itself steps at most, doubled for a cross-fade of two tones.
constexpr double kMostStep = 2 * kAmplitude * kTurn;

double largest_step(const std::vector<std::int16_t>& sound) {
  double largest = 0;
  for (std::size_t i = 1; i < sound.size(); ++i)
    largest = std::max(largest, std::abs(double{} + sound[i] - sound[i - 1]));
  return largest;
}

TEST(AudioConcealment, repeats_and_fades_to_silence) {
  AudioConcealment concealment;
  std::vector<std::int16_t> sound(AudioConcealment::kRepeated, 8000), rest(600);
  concealment.play(sound, true, sound);
  EXPECT_FALSE(concealment.silent());
  concealment.fill(rest);
  EXPECT_EQ(rest[0], 8000);
  EXPECT_EQ(rest[240], 4000);
  EXPECT_EQ(rest[479], 16);  // 8000 / 480
  EXPECT_EQ(rest[480], 0);
  EXPECT_TRUE(concealment.silent());
}

TEST(AudioConcealment, runs_backwards_and_forwards_over_the_last_sound) {
  AudioConcealment concealment;
  std::vector<std::int16_t> sound(400), rest(480);
  for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = static_cast<std::int16_t>(48 * i);
  concealment.play(sound, true, sound);
  concealment.fill(rest);
  EXPECT_EQ(rest[1], 48 * 398 * 479 / 480);
  EXPECT_EQ(rest[159], 48 * 240 * (480 - 159) / 480);
  EXPECT_EQ(rest[160], 48 * 240 * (480 - 160) / 480);
  EXPECT_EQ(rest[319], 48 * 399 * (480 - 319) / 480);
}

TEST(AudioConcealment, fades_sound_in_after_a_gap) {
  AudioConcealment concealment;
  std::vector<std::int16_t> sound(80, 3300);
  concealment.play(sound, false, sound);
  EXPECT_EQ(sound[0], 100);  // 1/33
  EXPECT_EQ(sound[15], 1600);
  EXPECT_EQ(sound[31], 3200);
  EXPECT_EQ(sound[32], 3300);
}

TEST(AudioConcealment, nothing_jumps_where_blocks_are_missing) {
  Listener listener("i:60", tone);
  for (std::int64_t i = 0; i < 400; ++i) {
    listener.render(i * 10);
    if (i % 7 != 3 && (i < 200 || i > 220)) listener.put(i, i * 10);
  }
  listener.render(4100);
  EXPECT_EQ(listener.playout.report(at_ms(4100)).concealed, 75);
  EXPECT_LT(largest_step(listener.output), kMostStep);
}

TEST(AudioConcealment, nothing_jumps_where_the_delay_changes_or_sound_is_held) {
  Listener listener("i:60", tone);
  for (std::int64_t i = 0; i < 600; ++i) {
    if (i % 50 == 0) listener.playout.set_target(Duration::ms(20 + (i * 7) % 101));
    if (i == 300) listener.playout.hold(Duration::ms(40));
    listener.render(i * 10);
    listener.put(i, i * 10, i % 100 == 0);
  }
  listener.render(6500);
  EXPECT_LT(largest_step(listener.output), kMostStep);
}

TEST(AudioHold, is_reached_at_a_talkspurt) {
  Listener listener("i:60", tone);
  listener.put(0, 0, true);
  listener.playout.hold(Duration::ms(35));
  listener.put(1, 10, true);
  listener.render(200);
  EXPECT_EQ(listener.of(1)->playout, at_ms(105));
  EXPECT_EQ(listener.playout.held(), Duration::ms(35));
  const auto decided = listener.playout.take_decided();
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->held, Duration::ms(35));
  EXPECT_EQ(decided->delay, Duration::ms(60));
}

TEST(AudioHold, moves_sound_by_ten_milliseconds_a_second) {
  for (const int direction : {1, -1}) {
    Listener listener("i:60", tone);
    listener.playout.hold(Duration::ms(direction > 0 ? 0 : 30));
    listener.put(0, 0, true);
    listener.playout.hold(Duration::ms(direction > 0 ? 30 : 0));
    Duration before = listener.playout.held();
    for (std::int64_t i = 1; i <= 400; ++i) {
      listener.render(i * 10);
      listener.put(i, i * 10);
      if (i % 100 == 0) {
        const Duration moved = listener.playout.held() - before;
        if (i <= 200) { EXPECT_EQ(moved, Duration::ms(10 * direction)) << i; }
        before = listener.playout.held();
      }
    }
    EXPECT_EQ(before, Duration::ms(direction > 0 ? 30 : 0));
    listener.render(5000);
    EXPECT_EQ(listener.count(PlayoutOutcome::kPlayed), 401);
    EXPECT_LT(largest_step(listener.output), kMostStep);
  }
}

TEST(AudioHold, moves_silence_quicker_and_drops_nothing) {
  Listener listener("i:60", [](std::int64_t) { return std::int16_t{3}; });
  listener.put(0, 0, true);
  listener.playout.hold(Duration::ms(30));
  for (std::int64_t i = 1; i <= 20; ++i) {
    listener.put(i, i * 10);
    EXPECT_EQ(listener.playout.held(), Duration::ms(std::min<std::int64_t>(5 * i, 30)));
  }
  listener.playout.hold(Duration{});
  for (std::int64_t i = 21; i <= 40; ++i) listener.put(i, i * 10);
  EXPECT_EQ(listener.playout.held(), Duration{});
  listener.render(1000);
  EXPECT_EQ(listener.count(PlayoutOutcome::kPlayed), 41);
}

TEST(AudioHold, gives_late_blocks_time) {
  Listener listener;
  listener.playout.hold(Duration::ms(40));
  listener.put(0, 0, true);
  EXPECT_TRUE(listener.put(1, 100));
  EXPECT_FALSE(listener.put(2, 121));
}

}  // namespace
}  // namespace jitterscope::audio_concealment_test
