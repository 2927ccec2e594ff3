// What was played last, kept for each half of a demonstration, and played once more.
#include "core/algorithms/media/played_sound.h"

#include <gtest/gtest.h>

#include <numeric>

namespace jitterscope::played_sound_test {
namespace {

constexpr std::size_t kChunk = 80;

/// What the speaker gets of chunks whose samples count up from `first`.
std::vector<std::int16_t> pass(PlayedSound& sound, int first, std::size_t samples) {
  std::vector<std::int16_t> all(samples);
  std::iota(all.begin(), all.end(), static_cast<std::int16_t>(first));
  for (std::size_t at = 0; at < samples; at += kChunk)
    sound.pass(std::span(all).subspan(at, std::min(kChunk, samples - at)));
  return all;
}

TEST(PlayedSound, PassesWhatComes) {
  PlayedSound sound;
  const auto heard = pass(sound, 0, 800);
  for (std::size_t i = 0; i < heard.size(); ++i) EXPECT_EQ(heard[i], static_cast<std::int16_t>(i));
  sound.play(0);
  EXPECT_EQ(pass(sound, 7, 80).front(), 7) << "nothing is kept";
}

TEST(PlayedSound, AHalfIsPlayedOnceFromItsBeginning) {
  PlayedSound sound;
  pass(sound, 100, 200);
  sound.keep(0);
  EXPECT_TRUE(sound.keeps(0));
  EXPECT_FALSE(sound.keeps(1));
  pass(sound, 5000, 200);
  sound.keep(1);
  sound.play(0);
  const auto heard = pass(sound, 9000, 400);
  EXPECT_EQ(heard[0], 100);
  EXPECT_EQ(heard[199], 299);
  EXPECT_EQ(heard[200], 9200) << "then the call is heard again, at what has come meanwhile";
  sound.play(1);
  EXPECT_EQ(pass(sound, 0, 80).front(), 5000) << "nothing of the half before";
  sound.play(0);
  EXPECT_EQ(pass(sound, 0, 80).front(), 100) << "from its beginning, in place of the other";
}

TEST(PlayedSound, AHalfInWhichNothingCameKeepsNothing) {
  PlayedSound sound;
  pass(sound, 100, 200);
  sound.keep(0);
  sound.keep(1);
  EXPECT_FALSE(sound.keeps(1));
}

TEST(PlayedSound, KeepsTheLastFiveSecondsInTheirOrder) {
  PlayedSound sound;
  constexpr auto kMost = static_cast<int>(PlayedSound::kMostKept);
  pass(sound, 0, PlayedSound::kMostKept + 240);
  sound.keep(1);
  sound.play(1);
  const auto heard = pass(sound, 0, PlayedSound::kMostKept + 80);
  for (int i = 0; i < kMost; ++i)
    ASSERT_EQ(heard[static_cast<std::size_t>(i)], static_cast<std::int16_t>(240 + i)) << i;
  EXPECT_EQ(heard[PlayedSound::kMostKept], static_cast<std::int16_t>(kMost));
}

TEST(PlayedSound, WhatComesWhileItIsPlayedIsNoted) {
  PlayedSound sound;
  pass(sound, 100, 160);
  sound.keep(0);
  sound.play(0);
  pass(sound, 3000, 80);
  sound.keep(1);
  sound.play(1);
  EXPECT_EQ(pass(sound, 0, 80).front(), 3000);
}

/// A half that is kept anew is not played on from the middle.
TEST(PlayedSound, WhatIsForgottenOrReplacedIsNotPlayedOn) {
  for (const bool forgotten : {true, false}) {
    PlayedSound sound;
    pass(sound, 100, 400);
    sound.keep(0);
    sound.play(0);
    pass(sound, 0, 80);
    forgotten ? sound.forget() : sound.keep(0);
    EXPECT_EQ(sound.keeps(0), !forgotten);
    EXPECT_EQ(pass(sound, 42, 80).front(), 42);
  }
}

}  // namespace
}  // namespace jitterscope::played_sound_test
