#include "core/algorithms/rate/queue_drain.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/rate/two_stream_choices.h"

namespace jitterscope {

using namespace two_stream;

void QueueDrain::begin() {
  in_break_ = draining_ = true;
  last_ms_ = most_ms_ = 0;
  flat_reports_ = 0;
}

void QueueDrain::end() {
  told_of_break_ = told_of_break_ || in_break_;
  in_break_ = false;
}

void QueueDrain::add(const Report& report) {
  standing_ = false;
  if (!in_break_ && report.rushes && report.excess_ms > kMuchMore * queue_ms_) draining_ = false;
  if (!draining_ || !report.fresh) return;
  const double change = report.rise_ms - last_ms_;
  // In a break the queue may still fill by what is under way.
  const bool moves = (in_break_ ? std::abs(change) : -change) > kStandingShare * last_ms_;
  flat_reports_ = moves ? 0 : flat_reports_ + 1;
  most_ms_ = std::max(most_ms_, report.excess_ms);
  last_ms_ = report.rise_ms;
  const bool above = report.excess_ms > std::max(report.limit_ms, kDrainedShare * most_ms_);
  draining_ = above && flat_reports_ < kStandingReports && (in_break_ || !report.rushes);
  standing_ = above && !draining_;
}

}  // namespace jitterscope
