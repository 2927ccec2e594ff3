#pragma once
// Takes pictures at a wanted rate out of a faster stream.
#include <algorithm>

#include "core/base/units/time.h"

namespace jitterscope {

class FrameThinner {
 public:
  explicit FrameThinner(Duration period) : period_(period) {}

  /// Whether the picture of time `now` is to be taken. A camera's own unevenness (a quarter of the period) is allowed
  /// for, so that a camera of just the wanted rate loses nothing.
  bool take(Timestamp now) {
    if (begun_ && now + period_ / 4 < due_) return false;
    due_ = (begun_ ? std::max(due_, now - period_) : now) + period_;
    begun_ = true;
    return true;
  }

 private:
  Duration period_;
  Timestamp due_;
  bool begun_ = false;
};

}  // namespace jitterscope
