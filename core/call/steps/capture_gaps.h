#pragma once
// What a microphone left out: its sound against the clock, sans-IO.
#include <algorithm>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// A device says nothing of sound that is lost while it is away, moved to another one or overrun; its samples only come
/// later than they would. Its own clock may differ from this machine's, what it read may come late and in lots, and its
/// latency may fall and rise again: these are no gap. Sound that comes later than ever is taken for lost sound once;
/// the same latency a second time is not. Not thread-safe.
class CaptureGaps {
 public:
  struct Found {
    bool gap = false;    // nothing came for long: the sound before has ended
    bool stale = false;  // it was held back during such a gap: sending it would put the stream ahead of the clock
    Duration lost;       // so much less came of late than time went by
  };

  static constexpr Duration kLongestWait = Duration::ms(500);  // between two reads of a device that works
  /// Nothing is known of the time before what comes next.
  void begin() { *this = CaptureGaps(); }
  /// So much sound, the last of which was read at `captured`, never before the last call's.
  Found take(Timestamp captured, Duration length);

 private:
  static constexpr Duration kCatchingUp = Duration::seconds(2);  // after a gap: what was held comes
  static constexpr Duration kMostAhead = Duration::ms(100);      // of it, as much as a device reads at a time
  static constexpr Duration kWindow = Duration::seconds(2);      // much longer than what comes in lots
  static constexpr Duration kLeastLost = Duration::ms(50);       // no clock is so far off within a window
  static constexpr Duration kMostDrift = Duration::ms(10);       // of a device's clock within a window

  /// What is lost, of the sound of a window that came by `rise` later than that of the one before.
  Duration lost_since(Duration rise);

  std::optional<Timestamp> last_, resumed_;
  Timestamp began_, window_began_;
  Duration heard_;                                    // since began_, with what was lost
  std::optional<Duration> least_lag_, least_before_;  // of captured less heard, in this window and in the one before
  Duration below_largest_;  // how much sooner it comes than it once did, drift aside; at most what would be no gap
};

}  // namespace jitterscope
