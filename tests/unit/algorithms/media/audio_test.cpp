#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/algorithms/media/level_meter.h"
#include "core/algorithms/media/pcmu.h"
#include "core/algorithms/media/speech_rhythm.h"
#include "core/algorithms/media/synthetic_audio.h"

namespace jitterscope {
namespace {

TEST(Pcmu, HasTheValuesOfG711) {  // table 2a of G.711, values times four
  EXPECT_EQ(pcmu_decode(0x80), 32124);
  EXPECT_EQ(pcmu_decode(0x00), -32124);
  EXPECT_EQ(pcmu_decode(0x8F), 16764);
  EXPECT_EQ(pcmu_decode(0x9F), 8316);
  EXPECT_EQ(pcmu_decode(0xAF), 4092);
  EXPECT_EQ(pcmu_decode(0xBF), 1980);
  EXPECT_EQ(pcmu_decode(0xCF), 924);
  EXPECT_EQ(pcmu_decode(0xDF), 396);
  EXPECT_EQ(pcmu_decode(0xEF), 132);
  EXPECT_EQ(pcmu_decode(0xFE), 8);
  EXPECT_EQ(pcmu_decode(0xFF), 0);
  EXPECT_EQ(pcmu_decode(0x7F), 0);
  EXPECT_EQ(pcmu_encode(0), 0xFF);
  EXPECT_EQ(pcmu_encode(32767), 0x80);
  EXPECT_EQ(pcmu_encode(-32768), 0x00);
  EXPECT_EQ(pcmu_encode(1000), 0xCE);
  EXPECT_EQ(pcmu_encode(-1000), 0x4E);
}

TEST(Pcmu, EveryCodeSurvivesTheRoundTrip) {
  for (int code = 0; code < 256; ++code) {
    const auto wire = static_cast<std::uint8_t>(code);
    EXPECT_EQ(pcmu_encode(pcmu_decode(wire)), code == 0x7F ? 0xFF : code);  // there are two zeros
  }
}

TEST(Pcmu, NoSampleIsFurtherOffThanHalfAStep) {
  for (int sample = -32768; sample <= 32767; ++sample) {
    const int error = std::abs(pcmu_decode(pcmu_encode(static_cast<std::int16_t>(sample))) - sample);
    const int clipped = std::max(0, std::abs(sample) - 32124);
    ASSERT_LE(error, std::max(clipped, (std::abs(sample) + 132) / 32 + 1)) << sample;
  }
}

TEST(Pcmu, SpansStopAtTheShorter) {
  const std::vector<std::int16_t> samples{0, 1000, -1000};
  std::vector<std::uint8_t> codes(2, 1);
  pcmu_encode(samples, codes);
  EXPECT_EQ(codes, (std::vector<std::uint8_t>{0xFF, 0xCE}));
  std::vector<std::int16_t> back(3, 7);
  pcmu_decode(codes, back);
  EXPECT_EQ(back[2], 7);
}

TEST(LevelMeter, MeasuresASine) {
  std::vector<std::int16_t> sine(8000);
  for (std::size_t i = 0; i < sine.size(); ++i)
    sine[i] = static_cast<std::int16_t>(
        std::lround(32767 * std::sin(2 * std::numbers::pi * 1000 * static_cast<double>(i) / 8000)));
  const auto level = measure_level(sine);
  ASSERT_TRUE(level);
  EXPECT_NEAR(level->rms_dbfs, -3.01, 0.01);
  EXPECT_NEAR(level->peak_dbfs, 0, 0.01);
  EXPECT_FALSE(measure_level({}));
}

TEST(LevelMeter, RisesAtOnceAndFallsSlowly) {
  LevelMeter meter(20);
  EXPECT_FALSE(meter.level());
  meter.add(std::vector<std::int16_t>(160, 16384));
  EXPECT_NEAR(meter.level()->rms_dbfs, -6.02, 0.01);
  meter.add(std::vector<std::int16_t>(4000, 0));  // half a second
  EXPECT_NEAR(meter.level()->peak_dbfs, -16.02, 0.01);
  meter.add(std::vector<std::int16_t>(80000, 0));
  EXPECT_EQ(meter.level()->rms_dbfs, kSilenceDbfs);
}

TEST(SyntheticSpeech, HasTheLevelAndPausesOfSpeech) {
  const auto samples = render_speech(1);
  ASSERT_EQ(samples.size(), 160000u);
  EXPECT_EQ(samples, render_speech(1));
  EXPECT_NE(samples, render_speech(2));
  int longest = 0, quiet = 0, pauses = 0, speaking = 0;
  double energy = 0;
  for (std::size_t at = 0; at < samples.size(); at += 80) {  // 10 ms
    const auto level = measure_level(std::span(samples).subspan(at, 80));
    quiet = level->rms_dbfs < -60 ? quiet + 1 : 0;
    pauses += quiet == 20;
    longest = std::max(longest, quiet);
    if (level->rms_dbfs > -45) ++speaking, energy += std::pow(10, level->rms_dbfs / 10);
  }
  EXPECT_GE(pauses, 4);
  EXPECT_LT(longest, 250);
  EXPECT_GT(speaking, 1000);
  EXPECT_NEAR(10 * std::log10(energy / speaking), -20, 2);
  EXPECT_LT(measure_level(samples)->peak_dbfs, -1);
}

TEST(SpeechRhythm, TheMouthMovesWithTheVoice) {
  const auto rhythm = make_speech_rhythm(1);
  ASSERT_GT(rhythm.size(), 30u);
  for (std::size_t i = 1; i < rhythm.size(); ++i)
    EXPECT_GE(rhythm[i].begin, rhythm[i - 1].begin + rhythm[i - 1].length - 1e-9);
  EXPECT_LT(rhythm.back().begin + rhythm.back().length, kSpeechLoopSeconds);
  EXPECT_EQ(mouth_opening(rhythm, 0.1), 0);
  EXPECT_GT(mouth_opening(rhythm, rhythm[3].begin + rhythm[3].length / 2), 0.15);
  EXPECT_DOUBLE_EQ(mouth_opening(rhythm, 5.25), mouth_opening(rhythm, 5.25 + kSpeechLoopSeconds));
}

TEST(Tone, Is440HzAtMinus12) {
  const auto tone = render_tone();
  EXPECT_NEAR(measure_level(tone)->peak_dbfs, -12, 0.05);
  int rising = 0;
  for (std::size_t i = 1; i < tone.size(); ++i) rising += tone[i - 1] < 0 && tone[i] >= 0;
  EXPECT_NEAR(rising, 440, 1);
}

TEST(LoopedAudio, RepeatsWithoutAGap) {
  LoopedAudio audio({1, 2, 3});
  std::vector<std::int16_t> samples(5);
  audio.fetch(samples);
  EXPECT_EQ(samples, (std::vector<std::int16_t>{1, 2, 3, 1, 2}));
  audio.fetch(samples);
  EXPECT_EQ(samples, (std::vector<std::int16_t>{3, 1, 2, 3, 1}));
  LoopedAudio nothing({});
  nothing.fetch(samples);
  EXPECT_EQ(samples, std::vector<std::int16_t>(5, 0));
}

}  // namespace
}  // namespace jitterscope
