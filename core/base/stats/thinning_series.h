#pragma once
// A series that stays sharp at its new end and is thinned at its old one.
#include <vector>

#include "core/base/stats/series.h"

namespace jitterscope {

/// At most 2 x `sharp` points, of which the newest `sharp` are as they came; when full, the older half is halved by
/// averaging neighbours. NaN = a gap: it stays one where either neighbour is.
class ThinningSeries {
 public:
  explicit ThinningSeries(std::size_t sharp) : sharp_(sharp) {}

  void add(double at_s, double value) {
    points_.push_back({at_s, value});
    if (points_.size() >= 2 * sharp_) thin();
  }
  const std::vector<SeriesPoint>& points() const { return points_; }

 private:
  void thin() {
    const std::size_t pairs = sharp_ / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const SeriesPoint &a = points_[2 * i], &b = points_[2 * i + 1];
      points_[i] = {(a.at_s + b.at_s) / 2, (a.value + b.value) / 2};
    }
    using Difference = std::vector<SeriesPoint>::difference_type;
    points_.erase(points_.begin() + static_cast<Difference>(pairs),
                  points_.begin() + static_cast<Difference>(2 * pairs));
  }

  std::size_t sharp_;
  std::vector<SeriesPoint> points_;
};

}  // namespace jitterscope
