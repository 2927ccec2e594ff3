#pragma once
// Sound on its way between the media threads and the devices.
#include <atomic>
#include <optional>

#include "core/algorithms/media/audio_chunk.h"
#include "core/algorithms/media/level_meter.h"
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

/// A level for meters, published by the media threads.
struct PublishedLevel {
  std::atomic<double> rms{kSilenceDbfs}, peak{kSilenceDbfs};
  void publish(const LevelMeter& meter) {
    if (const auto level = meter.level())
      rms.store(level->rms_dbfs, std::memory_order_relaxed), peak.store(level->peak_dbfs, std::memory_order_relaxed);
  }
};

}  // namespace jitterscope
