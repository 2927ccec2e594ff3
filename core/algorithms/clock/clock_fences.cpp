#include "core/algorithms/clock/clock_fences.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// How far a fence has given way, rounded up.
Duration room(Timestamp from, Timestamp now) {
  return Duration::ns(
      static_cast<std::int64_t>(std::ceil(ClockFences::kAdmittedRate * static_cast<double>((now - from).ns()))) + 1);
}

}  // namespace

/// The offset met its fence somewhere between t1 and t4; the age counts from t1.
ClockFences::Fence ClockFences::upper_of(const ClockSample& sample) {
  return {sample.t1, sample.t2 - sample.t1 + kStampError};
}
ClockFences::Fence ClockFences::lower_of(const ClockSample& sample) {
  return {sample.t1, sample.t3 - sample.t4 - kStampError};
}

std::optional<ClockFences::Jump> ClockFences::add(const ClockSample& sample) {
  const auto before = at(sample.t4);
  const Timestamp asked_before = asked_;
  asked_ = sample.t1;
  const Fence upper = upper_of(sample), lower = lower_of(sample);
  if (!before) {
    restart(sample);
    return std::nullopt;
  }
  const Duration low = lower.offset - room(lower.at, sample.t4), high = upper.offset + room(upper.at, sample.t4);
  if (low > before->high || high < before->low) {
    const bool up = low > before->high;
    const Jump jump{std::min(asked_before, (up ? upper_ : lower_)->at), up ? low - before->high : before->low - high};
    restart(sample);
    return jump;
  }
  if (high < before->high) upper_ = upper;
  if (low > before->low) lower_ = lower;
  return std::nullopt;
}

std::optional<ClockFences::Interval> ClockFences::at(Timestamp now) const {
  if (!upper_ || !lower_) return std::nullopt;
  return Interval{lower_->offset - room(lower_->at, now), upper_->offset + room(upper_->at, now)};
}

void ClockFences::restart(const ClockSample& sample) {
  upper_ = upper_of(sample);
  lower_ = lower_of(sample);
}

}  // namespace jitterscope
