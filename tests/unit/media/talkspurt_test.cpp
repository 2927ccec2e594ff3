#include "core/media/talkspurt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/media/speech_rhythm.h"
#include "core/media/synthetic_audio.h"

namespace jitterscope::talkspurt_test {
namespace {

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
  std::vector<std::int16_t> minute;
  for (int i = 0; i < 60; ++i) std::ranges::copy(render_tone(), std::back_inserter(minute));
  EXPECT_TRUE(begins(minute, 256).empty());
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

TEST(ClockedAudio, GoesByTheClock) {
  ClockedAudio clicks(render_clicks());
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
}  // namespace jitterscope::talkspurt_test
