#include "core/call/steps/capture_gaps.h"

namespace jitterscope {

CaptureGaps::Found CaptureGaps::take(Timestamp captured, Duration length) {
  Found found;
  if (last_ && captured - *last_ - length > kLongestWait) {
    begin();
    found.gap = true;
    resumed_ = captured;
  }
  if (!last_) began_ = window_began_ = captured - length;
  last_ = captured;
  const Duration lag = captured - began_ - (heard_ + length);
  if (resumed_ && captured - *resumed_ > kCatchingUp) resumed_.reset();
  if (resumed_ && lag < Duration() - kMostAhead) {
    found.stale = true;
    return found;
  }
  heard_ = heard_ + length;
  least_lag_ = least_lag_ ? std::min(*least_lag_, lag) : lag;
  if (captured - window_began_ < kWindow) return found;
  if (least_before_) found.lost = lost_since(*least_lag_ - *least_before_);
  heard_ = heard_ + found.lost;
  least_before_ = *least_lag_ - found.lost;
  least_lag_.reset();
  window_began_ = captured;
  return found;
}

Duration CaptureGaps::lost_since(Duration rise) {
  if (rise <= kMostDrift && rise >= -kMostDrift) return {};
  const Duration beyond = rise - below_largest_;
  below_largest_ = std::clamp(-beyond, Duration(), kLongestWait);
  return beyond > kLeastLost ? beyond : Duration();
}

}  // namespace jitterscope
