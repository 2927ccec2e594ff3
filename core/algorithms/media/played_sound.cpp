#include "core/algorithms/media/played_sound.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

void PlayedSound::pass(std::span<std::int16_t> samples) {
  for (std::int16_t& sample : samples) {
    if (recent_.size() < kMostKept) {
      recent_.push_back(sample);
    } else {
      recent_[next_] = sample;
      next_ = (next_ + 1) % kMostKept;
    }
    if (!playing_) continue;
    const auto& again = kept_[*playing_];
    sample = again[played_++];
    if (played_ == again.size()) playing_.reset();
  }
}

void PlayedSound::keep(std::size_t half) {
  if (playing_ == half) playing_.reset();
  std::rotate(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(next_), recent_.end());
  kept_[half] = std::exchange(recent_, {});
  next_ = 0;
}

void PlayedSound::forget() {
  *this = {};
}

void PlayedSound::play(std::size_t half) {
  if (!keeps(half)) return;
  playing_ = half;
  played_ = 0;
}

}  // namespace jitterscope
