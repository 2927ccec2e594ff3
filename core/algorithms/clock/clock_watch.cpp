#include "core/algorithms/clock/clock_watch.h"

#include <cmath>

namespace jitterscope {
namespace {

Duration offset_of(const PairedReading& reading) {
  return reading.watched - reading.reference;
}
Duration size_of(Duration value) {
  return value < Duration{} ? -value : value;
}

}  // namespace

std::optional<ClockChange> RealTimeWatch::add(const PairedReading& reading) {
  const auto before = last_;
  last_ = reading;
  if (!before) {
    window_begin_ = reading;
    return std::nullopt;
  }
  const Duration gained = offset_of(reading) - offset_of(*before);
  const Duration expected =
      Duration::from_seconds(rate_.value_or(0) * (reading.reference - before->reference).seconds());
  const Duration jump = gained - expected;
  if (size_of(jump) > kLeastStep + reading.uncertainty + before->uncertainty) {
    window_begin_ = reading;
    return ClockChange{jump, 0};
  }
  const Duration window = reading.reference - window_begin_->reference;
  if (window < kRateWindow) return std::nullopt;
  const double rate = (offset_of(reading) - offset_of(*window_begin_)) / window;
  const double unsure = (reading.uncertainty + window_begin_->uncertainty) / window;
  const double change = rate - rate_.value_or(rate);
  window_begin_ = reading;
  rate_ = rate;
  if (std::abs(change) * 1e6 <= kLeastSlewPpm + unsure * 1e6) return std::nullopt;
  return ClockChange{{}, change * 1e6};
}

}  // namespace jitterscope
