#pragma once
// Finds where speech begins after a pause, for the RTP marker (RFC 3551 §4.1): adaptive playout at the remote changes
// its delay only there (Ramjee et al. 1994). By level against a floor that follows the noise of the room.
#include <cstdint>
#include <span>

#include "core/base/units/time.h"

namespace jitterscope {

/// One stream, blocks in order. No allocation.
class TalkspurtDetector {
 public:
  static constexpr Duration kPause = Duration::ms(200);

  /// Whether this block begins a talkspurt: the first one that sounds after a pause of kPause or more. The first block
  /// of all is the caller's to mark. A silent block is none, and neither is one without samples.
  bool add(std::span<const std::int16_t> samples);
  /// Below this a block is silent, dBFS (rms).
  double threshold_dbfs() const;

 private:
  double floor_dbfs_ = kLowestFloor;
  Duration silence_;
  static constexpr double kLowestFloor = -70, kHighestFloor = -40;
};

}  // namespace jitterscope
