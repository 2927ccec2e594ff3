#pragma once
// Sound without a microphone, rendered once: a fetch only copies; and the rhythm of the speech.
#include <utility>
#include <vector>

#include "core/algorithms/media/sources.h"

namespace jitterscope {

/// Plays a fixed run of samples again and again. A clocked one (of whole milliseconds) begins whenever the clock is at
/// a multiple of its length, so that sound and picture made from the same clock agree.
class LoopedAudio : public AudioSource {
 public:
  explicit LoopedAudio(std::vector<std::int16_t> samples, bool clocked = false)
      : samples_(std::move(samples)), clocked_(clocked) {}
  void begin_at(Timestamp first_sample) override;
  void fetch(std::span<std::int16_t> samples) override;

 private:
  std::vector<std::int16_t> samples_;
  bool clocked_;
  std::size_t next_ = 0;
};

/// When the synthetic talker speaks: syllables in phrases with pauses, a loop that repeats. The voice and the mouth of
/// the synthetic scene follow it.
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

/// 20 s that sound like speech: voiced syllables through formants, hisses, pauses of 250 ms and more; rms while
/// speaking about -20 dBFS. Same seed, same samples.
std::vector<std::int16_t> render_speech(std::uint32_t seed);
/// One second of silence with a click at its begin: two periods of 1 kHz, peak -6 dBFS. The mark of the sound, as the
/// strip of picture_mark.h is the picture's.
std::vector<std::int16_t> render_clicks();
/// 440 Hz, peak -12 dBFS, one second (a whole number of periods).
std::vector<std::int16_t> render_tone();

}  // namespace jitterscope
