#include "core/algorithms/media/synthetic_audio.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace jitterscope {
namespace {

/// Uniform in [low, high); the standard's distributions differ between libraries, its engines do not.
double between(std::minstd_rand& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() - 1) / static_cast<double>(std::minstd_rand::max());
}

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
      loop[begin + i] +=
          syllable.stress * std::sin(std::numbers::pi * position) * (hiss ? 0.25 * noise() : voiced(syllable.pitch));
    }
  }

 private:
  double noise() { return between(random_, -1, 1); }

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

/// One second that begins with `count` samples of a sine, `phase` turns after its zero; the rest is silent.
std::vector<std::int16_t> second_of(double hz, double peak, double phase, std::size_t count) {
  std::vector<std::int16_t> samples(kAudioSampleRate);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = static_cast<std::int16_t>(
        std::lround(32768 * peak * std::sin(kTurn * hz * static_cast<double>(i) / kRate + kTurn * phase)));
  return samples;
}

}  // namespace

void LoopedAudio::begin_at(Timestamp first_sample) {
  constexpr std::int64_t kSampleNs = 1'000'000'000 / kAudioSampleRate;
  const auto length = static_cast<std::int64_t>(samples_.size());
  if (!clocked_ || length == 0) return;
  const std::int64_t at = (first_sample.ns() + kSampleNs / 2) / kSampleNs % length;
  next_ = static_cast<std::size_t>((at + length) % length);
}

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

std::vector<Syllable> make_speech_rhythm(std::uint32_t seed) {
  std::minstd_rand random(seed + 1);
  std::vector<Syllable> rhythm;
  double now = 0.3;
  for (;;) {
    const double phrase_end = now + between(random, 1.0, 3.0);
    if (phrase_end > kSpeechLoopSeconds - 0.5) return rhythm;
    const double pitch_at_start = between(random, 1.05, 1.25), phrase_begin = now;
    while (now < phrase_end - 0.12) {
      Syllable syllable;
      syllable.begin = now;
      syllable.length = std::min(between(random, 0.12, 0.26), phrase_end - now);
      syllable.vowel = static_cast<int>(between(random, 0, 5));
      syllable.pitch = pitch_at_start - 0.35 * (now - phrase_begin) / (phrase_end - phrase_begin);
      syllable.stress = between(random, 0.5, 1.0);
      syllable.fricative = between(random, 0, 1) < 0.3;
      now += syllable.length + between(random, 0, 0.03);
      rhythm.push_back(syllable);
    }
    now = phrase_end + between(random, 0.25, 0.8);
  }
}

double mouth_opening(const std::vector<Syllable>& rhythm, double seconds) {
  constexpr std::array<double, 5> kWidest{1.0, 0.65, 0.4, 0.75, 0.5};
  const double at = seconds - kSpeechLoopSeconds * std::floor(seconds / kSpeechLoopSeconds);
  const auto next = std::ranges::upper_bound(rhythm, at, {}, &Syllable::begin);
  if (next == rhythm.begin()) return 0;
  const auto& now = *(next - 1);
  if (at >= now.begin + now.length) return 0;
  const double arch = std::sin(std::numbers::pi * (at - now.begin) / now.length);
  return kWidest[static_cast<std::size_t>(now.vowel)] * now.stress * arch;
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

std::vector<std::int16_t> render_clicks() {
  return second_of(1000, 0.501187, 0.25, 2 * kAudioSampleRate / 1000);  // -6 dBFS
}

std::vector<std::int16_t> render_tone() {
  return second_of(440, 0.251189, 0, kAudioSampleRate);  // -12 dBFS
}

}  // namespace jitterscope
