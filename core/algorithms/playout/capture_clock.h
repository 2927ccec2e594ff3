#pragma once
// RTP timestamp → when it was captured, on the clock that both media of a sender share (RFC 3550 §6.4.1). Sans-IO.
#include <optional>

#include "core/base/units/media_time.h"

namespace jitterscope {

/// One stream. RTP timestamps are extended.
class CaptureClock {
 public:
  explicit CaptureClock(int rate) : rate_(rate) {}
  /// The pair of a sender report: `wall` and `rtp_timestamp` are the same moment. The last one counts.
  void add_report(Timestamp wall, std::int64_t rtp_timestamp) { report_ = wall - media_time(rtp_timestamp, rate_); }
  /// nullopt until there was a report.
  std::optional<Timestamp> captured(std::int64_t rtp_timestamp) const {
    return report_ ? std::optional(*report_ + media_time(rtp_timestamp, rate_)) : std::nullopt;
  }
  void restart() { report_.reset(); }

 private:
  int rate_;
  std::optional<Timestamp> report_;  // of timestamp 0
};

}  // namespace jitterscope
