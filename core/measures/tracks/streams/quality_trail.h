#pragma once
// The way of a stream through the quality space, a point a second.
#include <deque>
#include <vector>

#include "core/measures/views/quality_view.h"

namespace jitterscope {

/// Of the last five minutes.
class QualityTrail {
 public:
  /// One of which nothing is known leaves a gap.
  void add(const QualityMoment& moment) {
    const QualityPoint& point = moment.point;
    if (!point.latency_ms && !point.jitter_ms && !point.loss_ratio) return;
    moments_.push_back(moment);
    if (moments_.size() > kMost) moments_.pop_front();
  }
  std::deque<QualityMoment>& moments() { return moments_; }
  std::vector<QualityMoment> points() const { return {moments_.begin(), moments_.end()}; }

 private:
  static constexpr std::size_t kMost = 300;
  std::deque<QualityMoment> moments_;
};

}  // namespace jitterscope
