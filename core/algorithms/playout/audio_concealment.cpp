#include "core/algorithms/playout/audio_concealment.h"

#include <algorithm>

namespace jitterscope {

void AudioConcealment::play(std::span<const std::int16_t> in, bool continues, std::span<std::int16_t> out) {
  if (!continues) {
    for (std::int16_t& sample : tail_) sample = next();
    join_left_ = kJoin;
  }
  filled_ = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    int sample = in[i];
    if (join_left_ > 0) {
      const auto old = static_cast<int>(join_left_--);
      constexpr int all = static_cast<int>(kJoin) + 1;
      sample = (sample * (all - old) + tail_[kJoin - static_cast<std::size_t>(old)] * old) / all;
    }
    out[i] = static_cast<std::int16_t>(sample);
    remember(out[i]);
  }
}

void AudioConcealment::fill(std::span<std::int16_t> out) {
  std::generate(out.begin(), out.end(), [this] { return next(); });
}

/// Reflected at both ends: newest … oldest … newest …
std::int16_t AudioConcealment::next() {
  if (silent()) return 0;
  const std::size_t phase = filled_ % (2 * kRepeated);
  const std::size_t age = phase < kRepeated ? phase : 2 * kRepeated - 1 - phase;
  const int sample = heard_[(newest_ + 2 * kRepeated - 1 - age) % kRepeated];
  const auto left = static_cast<int>(kFade - filled_++);
  return static_cast<std::int16_t>(sample * left / static_cast<int>(kFade));
}

void AudioConcealment::remember(std::int16_t sample) {
  heard_[newest_] = sample;
  newest_ = (newest_ + 1) % kRepeated;
}

}  // namespace jitterscope
