#include "core/algorithms/playout/capture_clock.h"

namespace jitterscope {

std::optional<Timestamp> CaptureClock::captured(std::int64_t rtp_timestamp) const {
  if (!report_) return std::nullopt;
  return *report_ + media_time(rtp_timestamp, rate_);
}

}  // namespace jitterscope
