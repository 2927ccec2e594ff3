#pragma once
// Sound without a microphone. Both are rendered once; a fetch only copies.
#include <vector>

#include "core/media/sources.h"

namespace jitterscope {

/// Plays a fixed run of samples again and again. The base of every source here and of WAV files.
class LoopedAudio : public AudioSource {
 public:
  explicit LoopedAudio(std::vector<std::int16_t> samples) : samples_(std::move(samples)) {}
  void fetch(std::span<std::int16_t> samples) override;
  const std::vector<std::int16_t>& loop() const { return samples_; }

 private:
  std::vector<std::int16_t> samples_;
  std::size_t next_ = 0;
};

/// 20 s that sound like speech: voiced syllables through formants, hisses, pauses of 250 ms and more; rms while
/// speaking about -20 dBFS. Same seed, same samples.
std::vector<std::int16_t> render_speech(std::uint32_t seed);
/// 440 Hz, peak -12 dBFS, one second (a whole number of periods).
std::vector<std::int16_t> render_tone();

}  // namespace jitterscope
