#pragma once
// Sound on its way between the media threads and the devices.
#include <optional>

#include "core/algorithms/media/audio_chunk.h"
#include "core/base/realtime/spsc_ring.h"

namespace jitterscope {

using AudioRing = SpscRing<AudioChunk>;

/// What is behind the speaker's ring.
struct SpeakerState {
  std::optional<double> resampling_ppm;  // how much quicker than nominal the speaker takes samples; absent: not open
  std::optional<Duration> delay;         // from handed over until heard, by the device's buffer; absent: not open
};

/// Who knows the speaker.
class SpeakerProbe {
 public:
  virtual ~SpeakerProbe() = default;
  /// Any thread, never blocks.
  virtual SpeakerState speaker_state() const { return {}; }
};

}  // namespace jitterscope
