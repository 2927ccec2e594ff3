#include "core/algorithms/media/speech_rhythm.h"

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

}  // namespace

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
  const auto next = std::upper_bound(rhythm.begin(), rhythm.end(), at,
                                     [](double time, const Syllable& syllable) { return time < syllable.begin; });
  if (next == rhythm.begin()) return 0;
  const auto& now = *(next - 1);
  if (at >= now.begin + now.length) return 0;
  const double arch = std::sin(std::numbers::pi * (at - now.begin) / now.length);
  return kWidest[static_cast<std::size_t>(now.vowel)] * now.stress * arch;
}

}  // namespace jitterscope
