#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "core/algorithms/media/level_meter.h"
#include "core/algorithms/media/pcmu.h"
#include "core/algorithms/media/synthetic_audio.h"
#include "core/algorithms/media/talkspurt.h"

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
  LevelMeter meter;
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

/// Numbers of the blocks that begin a talkspurt.
std::vector<std::size_t> begins(const std::vector<std::int16_t>& samples, std::size_t block) {
  TalkspurtDetector detector;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; (i + 1) * block <= samples.size(); ++i)
    if (detector.add(std::span(samples).subspan(i * block, block))) found.push_back(i);
  return found;
}

/// Peak values; 20 ms each.
std::vector<std::int16_t> levels(std::initializer_list<int> peaks) {
  std::vector<std::int16_t> samples;
  for (const int peak : peaks)
    for (int i = 0; i < 160; ++i) samples.push_back(static_cast<std::int16_t>(i % 2 ? peak : -peak));
  return samples;
}

TEST(Talkspurt, BeginsAfterTwoHundredMillisecondsAndNotBefore) {
  std::vector<std::int16_t> nine = levels({3000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3000}),
                            ten = levels({3000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3000, 3000});
  EXPECT_TRUE(begins(nine, 160).empty());
  EXPECT_EQ(begins(ten, 160), std::vector<std::size_t>{11});
}

TEST(Talkspurt, TheNoiseOfARoomIsSilence) {
  std::minstd_rand random(1);
  std::vector<std::int16_t> samples;
  for (int i = 0; i < 20 * kAudioSampleRate; ++i) {  // -46 dBFS, and a second of speech at 18 s
    const double noise = 280.0 * (static_cast<double>(random()) / std::minstd_rand::max() - 0.5);
    const bool speaks = i >= 18 * kAudioSampleRate && i < 19 * kAudioSampleRate;
    samples.push_back(static_cast<std::int16_t>(noise + (speaks ? 3000 * std::sin(i * 0.5) : 0)));
  }
  EXPECT_EQ(begins(samples, 160), std::vector<std::size_t>{18 * 50});
}

TEST(Talkspurt, AToneNeverBeginsAgain) {
  std::vector<std::int16_t> seconds;
  for (int i = 0; i < 20; ++i) std::ranges::copy(render_tone(), std::back_inserter(seconds));
  EXPECT_TRUE(begins(seconds, 256).empty());
}

TEST(Talkspurt, TheSyntheticVoicePausesAFewTimesALoop) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    const auto voice = render_speech(seed);
    const auto rhythm = make_speech_rhythm(seed);
    const auto found = begins(voice, 256);
    EXPECT_GE(found.size(), 4u) << seed;
    EXPECT_LE(found.size(), 20u) << seed;
    for (const std::size_t block : found) {  // each holds the begin of a syllable
      const double from = static_cast<double>(block) * 0.032;
      EXPECT_TRUE(std::ranges::any_of(
          rhythm, [&](const Syllable& s) { return s.begin > from - 0.04 && s.begin < from + 0.032; }))
          << seed << " at " << from;
    }
  }
}

TEST(Talkspurt, NothingIsNeither) {
  TalkspurtDetector detector;
  EXPECT_FALSE(detector.add({}));
}

TEST(LoopedAudio, GoesByTheClockIfItIsTo) {
  LoopedAudio clicks(render_clicks(), true);
  std::vector<std::int16_t> samples(kAudioSampleRate);
  clicks.begin_at(Timestamp::ns(7'250'000'000));
  clicks.fetch(samples);
  const auto loudest = std::ranges::find_if(samples, [](int s) { return s > 16000; });
  EXPECT_EQ(loudest - samples.begin(), kAudioSampleRate * 3 / 4);
  LoopedAudio loop({1, 2, 3});
  loop.begin_at(Timestamp::ns(7'250'000'000));
  loop.fetch(std::span(samples).first(3));
  EXPECT_EQ(samples[0], 1) << "a file begins at its begin";
}

}  // namespace
}  // namespace jitterscope
