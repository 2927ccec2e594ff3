#pragma once
// The rate of a stream's RTP clock: a sound card or a camera counts it, so that it drifts against the clock of the send
// times, whatever the clocks of the two ends do.
#include <map>
#include <optional>

#include "core/measures/definitions/clock_skew.h"

namespace jitterscope {

/// What the RTP clock gains on the send times, from the units of one numbering of timestamps. Not thread-safe.
/// O(log n) a unit, bounded memory.
class RtpClock {
 public:
  /// Streams that are shorter do not drift.
  static constexpr Duration kShortest = Duration::seconds(10);

  /// `after_source` = send time less RTP time, of any origin that stays.
  void add(Timestamp sent, Duration after_source);
  /// What a transit by RTP timestamps gains in a time: the slope of the line under the least `after_source` of each
  /// second. No slope is told of a shorter stream than kShortest, nor one of more than 1000 ppm, which no crystal has:
  /// then the rate of the RTP clock is not what it is taken for.
  std::optional<ClockSkew> skew() const;

 private:
  static constexpr std::size_t kMostBlocks = 4096;
  static constexpr double kMostSlope = 1e-3;

  Duration block_ = Duration::seconds(1);       // grows with the stream
  std::map<std::int64_t, TransitPoint> least_;  // by the number of the block
};

}  // namespace jitterscope
