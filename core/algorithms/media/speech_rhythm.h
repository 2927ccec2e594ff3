#pragma once
// When the synthetic talker speaks: syllables in phrases with pauses, 20 s that repeat. The voice and the mouth of the
// synthetic scene follow the same rhythm.
#include <cstdint>
#include <vector>

namespace jitterscope {

struct Syllable {
  double begin = 0, length = 0;  // s from the start of the loop
  int vowel = 0;                 // 0..4: a e i o u
  double pitch = 1;              // relative
  double stress = 1;             // amplitude, 0.5..1
  bool fricative = false;        // begins with a hiss
};

inline constexpr double kSpeechLoopSeconds = 20;

/// Same seed, same rhythm. Phrases of 1 to 3 s; pauses between them 0.25 to 0.8 s.
std::vector<Syllable> make_speech_rhythm(std::uint32_t seed);
/// Openness of the mouth at this time of the loop, 0..1.
double mouth_opening(const std::vector<Syllable>& rhythm, double seconds);

}  // namespace jitterscope
