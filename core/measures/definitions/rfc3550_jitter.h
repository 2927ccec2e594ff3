#pragma once
// Interarrival jitter, RFC 3550 §6.4.1 and A.8, without rounding stamps to whole clock units (a unit of 125 us would
// hide the jitter of a good path).
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/algorithms/playout/restart.h"
#include "core/base/stats/moments.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Feed each distinct packet in arrival order; `rtp_timestamp` extended, in units of clock_rate_hz. Where the sender's
/// timestamps begin anew (timestamps_restarted) there is no step: else one jump of them would hide all jitter for long.
class Rfc3550Jitter {
 public:
  explicit Rfc3550Jitter(double clock_rate_hz) : clock_rate_hz_(clock_rate_hz) {}

  void add(Timestamp received, std::int64_t rtp_timestamp) {
    if (started_) {
      const double units = (received - received_).seconds() * clock_rate_hz_;
      // In whole units: a double holds no nanoseconds since 1970. Unsigned, as a stranger's timestamps may be anything.
      const auto source = static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint64_t>(rtp_timestamp) -
                                                                        static_cast<std::uint64_t>(rtp_timestamp_)));
      const double step = units - source;
      if (!timestamps_restarted(source / clock_rate_hz_, step / clock_rate_hz_)) {
        jitter_ += (std::abs(step) - jitter_) / 16;
        estimates_.add(jitter_);
      }
    }
    started_ = true;
    received_ = received;
    rtp_timestamp_ = rtp_timestamp;
  }

  /// Media clock units; absent before the second packet.
  std::optional<double> units() const { return estimates_.count() ? std::optional(jitter_) : std::nullopt; }
  std::optional<double> ms() const { return in_ms(units()); }
  /// Mean and maximum of the estimate after each packet from the second on.
  std::optional<double> mean_ms() const { return in_ms(estimates_.mean()); }
  std::optional<double> max_ms() const { return in_ms(estimates_.max()); }

 private:
  std::optional<double> in_ms(std::optional<double> units) const {
    return units ? std::optional(*units / clock_rate_hz_ * 1e3) : std::nullopt;
  }

  double clock_rate_hz_;
  bool started_ = false;
  Timestamp received_;  // of the packet before
  std::int64_t rtp_timestamp_ = 0;
  double jitter_ = 0;
  Moments estimates_;
};

}  // namespace jitterscope
