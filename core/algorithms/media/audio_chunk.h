#pragma once
// The unit in which sound moves between threads: 10 ms of 8 kHz mono, whatever the block size on the wire.
#include <array>
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

inline constexpr int kAudioChunkSamples = 80;

struct AudioChunk {
  Timestamp captured;  // local: when the last sample was read from the device; to the speaker: when it was handed over
  std::array<std::int16_t, kAudioChunkSamples> samples{};
};

}  // namespace jitterscope
