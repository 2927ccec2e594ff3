#include "core/algorithms/playout/mixer.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr float kFullScale = 32'767;

/// Beyond the knee towards full scale, which is never passed; slope 1 at the knee.
float bend(float sample) {
  const float knee = Mixer::kKnee * kFullScale, room = kFullScale - knee;
  const float loud = std::abs(sample);
  if (loud <= knee) return sample;
  return std::copysign(knee + room * std::tanh((loud - knee) / room), sample);
}

}  // namespace

void Mixer::clear() {
  std::fill(sum_.begin(), sum_.end(), 0);
}

void Mixer::add(std::span<const std::int16_t> stream) {
  const std::size_t samples = std::min(stream.size(), sum_.size());
  for (std::size_t i = 0; i < samples; ++i) sum_[i] += stream[i];
}

std::span<const std::int16_t> Mixer::mix() {
  std::transform(sum_.begin(), sum_.end(), mixed_.begin(), [](std::int32_t sum) {
    return static_cast<std::int16_t>(std::lround(bend(static_cast<float>(sum))));
  });
  return mixed_;
}

}  // namespace jitterscope
