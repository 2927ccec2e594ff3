#include "core/algorithms/media/synthetic_audio.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "core/algorithms/media/speech_rhythm.h"

namespace jitterscope {
namespace {

constexpr double kRate = kAudioSampleRate;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSpeakingRms = 3277;  // -20 dBFS

/// Two-pole resonator with unit gain at its peak, one formant.
class Resonator {
 public:
  void tune(double frequency, double bandwidth) {
    const double radius = std::exp(-std::numbers::pi * bandwidth / kRate);
    first_ = 2 * radius * std::cos(kTurn * frequency / kRate);
    second_ = -radius * radius;
    gain_ = (1 - radius) * std::sqrt(1 - 2 * radius * std::cos(2 * kTurn * frequency / kRate) + radius * radius);
  }
  double step(double input) {
    const double output = gain_ * input + first_ * last_ + second_ * before_;
    before_ = last_;
    last_ = output;
    return output;
  }

 private:
  double first_ = 0, second_ = 0, gain_ = 0, last_ = 0, before_ = 0;
};

constexpr std::array<std::array<double, 3>, 5> kVowels{
    {{730, 1090, 2440}, {530, 1840, 2480}, {270, 2290, 3010}, {570, 840, 2410}, {300, 870, 2240}}};

double envelope(double position) {  // 0..1 through the syllable: quick rise, slow fall
  constexpr double kRise = 0.2;
  const double arch = position < kRise ? position / kRise : (1 - position) / (1 - kRise);
  return std::sin(std::numbers::pi / 2 * std::clamp(arch, 0.0, 1.0));
}

class Voice {
 public:
  explicit Voice(std::uint32_t seed) : random_(seed + 1) {}

  /// Adds the syllable to the loop.
  void speak(const Syllable& syllable, std::vector<double>& loop) {
    constexpr std::array<double, 3> kBandwidths{80, 100, 140};
    for (std::size_t i = 0; i < 3; ++i)
      formants_[i].tune(kVowels[static_cast<std::size_t>(syllable.vowel)][i], kBandwidths[i]);
    const auto begin = static_cast<std::size_t>(syllable.begin * kRate);
    const auto count = static_cast<std::size_t>(syllable.length * kRate);
    for (std::size_t i = 0; i < count && begin + i < loop.size(); ++i) {
      const double position = static_cast<double>(i) / static_cast<double>(count);
      const bool hiss = syllable.fricative && position < 0.25;
      loop[begin + i] += syllable.stress * envelope(position) * (hiss ? 0.25 * noise() : voiced(syllable.pitch));
    }
  }

 private:
  double noise() { return 2.0 * static_cast<double>(random_()) / static_cast<double>(std::minstd_rand::max()) - 1; }

  double voiced(double pitch) {
    constexpr double kPitch = 118;  // Hz
    constexpr std::array<double, 3> kGains{1.0, 0.6, 0.25};
    phase_ += kPitch * pitch * (1 + 0.01 * noise()) / kRate;
    phase_ -= std::floor(phase_);
    // A glottal pulse: slow opening, quick closing, its derivative is what excites the tract.
    const double pulse = phase_ < 0.6 ? std::sin(std::numbers::pi * phase_ / 1.2) : phase_ < 0.7 ? -6.0 : 0.0;
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += kGains[i] * formants_[i].step(pulse + 0.05 * noise());
    return 4 * sum;
  }

  std::minstd_rand random_;
  std::array<Resonator, 3> formants_;
  double phase_ = 0;
};

}  // namespace

void LoopedAudio::fetch(std::span<std::int16_t> samples) {
  if (samples_.empty()) {
    std::fill(samples.begin(), samples.end(), std::int16_t{0});
    return;
  }
  while (!samples.empty()) {
    const std::size_t count = std::min(samples.size(), samples_.size() - next_);
    std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(next_), count, samples.begin());
    samples = samples.subspan(count);
    next_ = (next_ + count) % samples_.size();
  }
}

std::vector<std::int16_t> render_speech(std::uint32_t seed) {
  std::vector<double> loop(static_cast<std::size_t>(kSpeechLoopSeconds * kRate));
  Voice voice(seed);
  double spoken = 0;
  for (const auto& syllable : make_speech_rhythm(seed)) {
    voice.speak(syllable, loop);
    spoken += syllable.length;
  }
  double energy = 0;
  for (const double value : loop) energy += value * value;
  const double scale = kSpeakingRms / std::sqrt(energy / (spoken * kRate));
  std::vector<std::int16_t> samples(loop.size());
  std::transform(loop.begin(), loop.end(), samples.begin(), [scale](double value) {
    return static_cast<std::int16_t>(std::clamp(std::lround(value * scale), -32767L, 32767L));
  });
  return samples;
}

void ClockedAudio::begin_at(Timestamp first_sample) {
  constexpr std::int64_t kSampleNs = 1'000'000'000 / kAudioSampleRate;
  const auto length = static_cast<std::int64_t>(loop().size());
  if (length == 0) return;
  const std::int64_t at = (first_sample.ns() + kSampleNs / 2) / kSampleNs % length;
  go_to(static_cast<std::size_t>((at + length) % length));
}

std::vector<std::int16_t> render_clicks() {
  constexpr double kPeak = 32768 * 0.501187;  // -6 dBFS
  constexpr int kPeriod = kAudioSampleRate / 1000;
  std::vector<std::int16_t> samples(kAudioSampleRate);
  for (std::size_t i = 0; i < 2 * kPeriod; ++i)
    samples[i] = static_cast<std::int16_t>(std::lround(kPeak * std::cos(kTurn * static_cast<double>(i) / kPeriod)));
  return samples;
}

std::vector<std::int16_t> render_tone() {
  constexpr double kPeak = 32768 * 0.251189;  // -12 dBFS
  std::vector<std::int16_t> samples(kAudioSampleRate);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<std::int16_t>(std::lround(kPeak * std::sin(kTurn * 440 * static_cast<double>(i) / kRate)));
  return samples;
}

}  // namespace jitterscope
