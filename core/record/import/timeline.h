#pragma once
// The RTP timestamps of a captured stream on one line of time, whatever its runs and clocks.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/record/import/packet_numbering.h"

namespace jitterscope::trace {

/// Packets in the order of their arrival. Timestamps stay as they are as long as the sender begins nothing anew; behind
/// each restart they go on an hour later than they were, which restart.h's rule tells from everything that a network
/// does.
class Timeline {
 public:
  explicit Timeline(std::optional<double> clock_rate_hz) : clock_rate_hz_(clock_rate_hz) {}

  /// The result is in units of the stream's clock; where that is not known, in those on the wire, and an hour is one of
  /// 90 kHz. `own_clock_hz` is that of the packet's timestamp, where it is another. Packets that are not timed begin
  /// nothing anew.
  std::int64_t timestamp(const NumberedPacket&, Timestamp received, std::optional<double> own_clock_hz, bool timed);

  /// How often the sender's timestamps began anew within a run; how often their clock became another.
  std::int64_t restarts() const { return restarts_; }
  std::int64_t clock_changes() const { return clock_changes_; }

 private:
  struct Stretch {
    std::int64_t first_number = 0, shift = 0;
    std::optional<double> own_clock_hz = {};
    std::int32_t run = 0;
  };
  std::int64_t in_units(std::int64_t timestamp, std::optional<double> own_clock_hz) const;
  bool restarts_at(std::int64_t timestamp, Timestamp received) const;
  double transit_s(std::int64_t timestamp, Timestamp received) const;  // any origin
  const Stretch& stretch_of(const NumberedPacket&) const;

  std::optional<double> clock_rate_hz_;
  std::vector<Stretch> stretches_;
  std::int64_t highest_ = 0, last_ = 0;  // of timed packets: the highest number, and its timestamp on the line
  Timestamp at_;
  double least_transit_s_ = 0;  // of the newest stretch
  std::int64_t restarts_ = 0, clock_changes_ = 0;
};

}  // namespace jitterscope::trace
