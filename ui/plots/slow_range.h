#pragma once
// The upper end of an axis that does not jump: grows at once, shrinks slowly where it may. One call a redraw.
#include <algorithm>

namespace jitterscope {

class SlowRange {
 public:
  explicit SlowRange(double least) : least_(least), top_(least) {}
  double update(double largest, bool may_shrink = true) {
    const double wanted = std::max(largest * 1.1, least_);
    if (wanted > top_)
      top_ = wanted;
    else if (may_shrink && wanted < 0.75 * top_)
      top_ = std::max(wanted, top_ * 0.98);
    return top_;
  }
  void reset() { top_ = least_; }
  double least() const { return least_; }

 private:
  double least_, top_;
};

}  // namespace jitterscope
