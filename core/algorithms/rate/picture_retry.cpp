#include "core/algorithms/rate/picture_retry.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/rate/two_stream_choices.h"

namespace jitterscope {

using namespace two_stream;

void PictureRetry::picture_stops(Timestamp now) {
  after_ = after_.ns() == 0 ? kFirstRetry : std::min(after_ * 2, kLastRetry);
  stopped_ = level_since_ = now;
}

void PictureRetry::sound_heard(double rise_ms, double lost, Timestamp now) {
  const double most = std::max(kOwnDelayMs, kOwnDelayShare * level_ms_);
  if (std::abs(rise_ms - level_ms_) <= most && lost == 0) return;
  level_ms_ = rise_ms;
  level_since_ = now;
}

bool PictureRetry::due(double over_ms, Timestamp now) const {
  return now - stopped_ >= after_ && (!waits(over_ms) || now - level_since_ >= kOwnDelayAfter);
}

bool PictureRetry::waits(double over_ms) {
  return over_ms > kStandingMs;
}

}  // namespace jitterscope
