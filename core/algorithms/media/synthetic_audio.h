#pragma once
// Sound without a microphone. Both are rendered once; a fetch only copies.
#include <vector>

#include "core/algorithms/media/sources.h"

namespace jitterscope {

/// Plays a fixed run of samples again and again. The base of every source here and of WAV files.
class LoopedAudio : public AudioSource {
 public:
  explicit LoopedAudio(std::vector<std::int16_t> samples) : samples_(std::move(samples)) {}
  void fetch(std::span<std::int16_t> samples) override;
  const std::vector<std::int16_t>& loop() const { return samples_; }

 protected:
  void go_to(std::size_t next) { next_ = next; }

 private:
  std::vector<std::int16_t> samples_;
  std::size_t next_ = 0;
};

/// A loop that begins whenever the clock is at a multiple of its length, so that sound and picture made from the same
/// clock agree. A loop of whole milliseconds.
class ClockedAudio : public LoopedAudio {
 public:
  using LoopedAudio::LoopedAudio;
  void begin_at(Timestamp first_sample) override;
};

/// 20 s that sound like speech: voiced syllables through formants, hisses, pauses of 250 ms and more; rms while
/// speaking about -20 dBFS. Same seed, same samples.
std::vector<std::int16_t> render_speech(std::uint32_t seed);
/// One second of silence with a click at its begin: two periods of 1 kHz, peak -6 dBFS. The mark of the sound, as the
/// strip of picture_mark.h is the picture's.
std::vector<std::int16_t> render_clicks();
/// 440 Hz, peak -12 dBFS, one second (a whole number of periods).
std::vector<std::int16_t> render_tone();

}  // namespace jitterscope
