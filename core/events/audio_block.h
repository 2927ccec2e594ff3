#pragma once
// The length of an audio block against the scheduler's tick: blocks that last a whole number of ticks come in step with
// it, which hides what scheduling does to their spacing.
#include <cstdint>
#include <string>

#include "core/base/units/time.h"

namespace jitterscope {

inline constexpr int kSmallestAudioBlock = 8, kLargestAudioBlock = 2048;  // bytes; one a sample, 8000 a second
inline constexpr int kUsualAudioBlock = 256;
inline constexpr int kFreeAudioBlock = 171;  // 21.375 ms: no whole number of ticks of any usual length

constexpr Duration audio_block_length(int bytes) {
  return Duration::us(125) * bytes;
}

/// How many ticks a block lasts; 0: no whole number, or `tick` is not known (0).
constexpr std::int64_t ticks_of_audio_block(int bytes, Duration tick) {
  const std::int64_t length = audio_block_length(bytes).ns();
  return tick > Duration{} && length % tick.ns() == 0 ? length / tick.ns() : 0;
}

/// What a block that locks hides, and which one does not; empty when it does not lock. `tick`: timer_tick().
std::string phase_lock_sentence(int bytes, Duration tick);

}  // namespace jitterscope
