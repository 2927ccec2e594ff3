#include "core/playout/capture_clock.h"

namespace jitterscope {

Duration CaptureClock::media_time(std::int64_t rtp_timestamp) const {
  const std::int64_t seconds = rtp_timestamp / rate_, rest = rtp_timestamp % rate_;
  return Duration::seconds(seconds) + Duration::seconds(rest) / rate_;
}

void CaptureClock::add_sent(std::int64_t rtp_timestamp, Timestamp sent, Duration age) {
  sent_.add(sent, Duration::ns((sent - age - media_time(rtp_timestamp)).ns()));
}

std::optional<Timestamp> CaptureClock::captured(std::int64_t rtp_timestamp) const {
  if (report_) return *report_ + media_time(rtp_timestamp);
  if (!sent_.any()) return std::nullopt;
  return Timestamp::ns((sent_.smallest() + media_time(rtp_timestamp)).ns());
}

void CaptureClock::restart() {
  report_.reset();
  sent_.clear();
}

}  // namespace jitterscope
