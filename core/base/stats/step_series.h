#pragma once
// A value that holds until the next one.
#include <limits>
#include <optional>
#include <vector>

#include "core/base/stats/series.h"

namespace jitterscope {

/// At most 2 x `sharp` points; when full, every second one of the older half goes. NaN: no value from there on.
class StepSeries {
 public:
  explicit StepSeries(std::size_t sharp) : sharp_(sharp) {}

  void add(double at_s, std::optional<double> value) {
    if (value == last_) return;
    last_ = value;
    points_.push_back({at_s, value.value_or(std::numeric_limits<double>::quiet_NaN())});
    if (points_.size() >= 2 * sharp_) thin();
  }
  /// As far as `now_s`.
  std::vector<SeriesPoint> points(double now_s) const {
    std::vector<SeriesPoint> points = points_;
    if (last_ && now_s > points.back().at_s) points.push_back({now_s, *last_});
    return points;
  }

 private:
  void thin() {
    for (std::size_t i = 1; i <= sharp_ / 2; ++i) points_[i] = points_[2 * i];
    using Difference = std::vector<SeriesPoint>::difference_type;
    points_.erase(points_.begin() + static_cast<Difference>(sharp_ / 2 + 1),
                  points_.begin() + static_cast<Difference>(2 * (sharp_ / 2) + 1));
  }

  std::size_t sharp_;
  std::optional<double> last_;
  std::vector<SeriesPoint> points_;
};

}  // namespace jitterscope
