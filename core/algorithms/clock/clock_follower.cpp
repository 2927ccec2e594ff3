#include "core/algorithms/clock/clock_follower.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr Duration kLateStamp = Duration::ms(20);

}  // namespace

void ClockFollower::requested(Timestamp t1) {
  open_[asked_++ % open_.size()] = t1;
  const bool fast = answers_ < kFirstAnswers && (answers_ > 0 || t1 - began_ < kPatience);
  // Never quite the same period: what else is regular on the way would always be met in the same phase.
  const Duration dither = Duration::ms(static_cast<std::int64_t>(asked_ * 37 % 51)) - kDither;
  next_request_ = t1 + (fast ? kFirstPeriod : kPeriod + dither);
}

bool ClockFollower::answered(const ClockSample& sample) {
  const auto asked = std::find(open_.begin(), open_.end(), std::optional(sample.t1));
  if (asked == open_.end()) return false;
  asked->reset();
  const auto before = estimate(sample.t4);
  if (!filter_.add(sample)) return false;
  ++answers_;
  doubt_.reset();
  if (filter_.jump() && line_) doubt_ = Doubt{filter_.jump()->since, estimate(sample.t4)->bound - before->bound};
  steer(sample.t4);
  return true;
}

void ClockFollower::steer(Timestamp now) {
  const auto estimate = filter_.estimate(now);
  if (!estimate || !(estimate->synchronised || line_)) return;
  ClockLine next;
  next.reference = now;
  next.offset = estimate->offset;
  next.skew = next.earlier = std::clamp(estimate->skew, -kMostAhead, kMostAhead);
  if (line_) {
    next.offset = line_->to_conference(now) - now;
    // A thread that is a little late with its stamp finds the line that it had.
    const Timestamp late = now - kLateStamp;
    next.earlier = (line_->to_conference(now) - line_->to_conference(late)) / kLateStamp - 1;
    const double wrong = static_cast<double>((estimate->offset - next.offset).ns());
    next.correction = std::clamp(wrong / static_cast<double>(kCorrectionTime.ns()), -kMostCorrection, kMostCorrection);
    const double length = next.correction != 0 ? wrong / next.correction : 0;
    next.correction_length = Duration::ns(std::llround(std::min(length, static_cast<double>(kLongestCorrection.ns()))));
  }
  line_ = next;
}

std::optional<ClockEstimate> ClockFollower::estimate(Timestamp now) const {
  auto estimate = filter_.estimate(now);
  if (!estimate || !line_) return estimate;
  const auto fences = filter_.fences(now);
  estimate->offset = line_->to_conference(now) - now;
  estimate->bound = std::max(fences->high - estimate->offset, estimate->offset - fences->low);
  return estimate;
}

}  // namespace jitterscope
