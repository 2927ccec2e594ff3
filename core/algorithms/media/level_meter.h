#pragma once
// Loudness of a stream of samples for meters on screen: rises at once, falls at a fixed rate.
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"

namespace jitterscope {

/// dB below full scale; a full-scale sine has rms -3.01. Digital silence is kSilenceDbfs.
struct AudioLevel {
  double rms_dbfs, peak_dbfs;
};
inline constexpr double kSilenceDbfs = -96.0;

/// nullopt for no samples.
std::optional<AudioLevel> measure_level(std::span<const std::int16_t> samples);

class LevelMeter {
 public:
  /// Takes the next samples of the stream; time passes by their number.
  void add(std::span<const std::int16_t> samples);
  /// nullopt before the first sample.
  std::optional<AudioLevel> level() const { return level_; }

 private:
  std::optional<AudioLevel> level_;
};

}  // namespace jitterscope
