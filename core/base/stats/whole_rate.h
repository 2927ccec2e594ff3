#pragma once
// Amounts per second over all of a stream.
#include <algorithm>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// From the first thing counted to the last, whatever comes after: what a stream did not live to see does not count.
/// Any clock, one clock.
class WholeRate {
 public:
  void add(Timestamp at, double amount) {
    if (!first_) {
      first_ = last_ = at;  // what it brings belongs to the time before it
      return;
    }
    sum_ += amount;
    last_ = std::max(last_, at);
  }
  /// Absent before half a second.
  std::optional<double> per_second() const {
    if (!first_ || last_ - *first_ < kShortest) return std::nullopt;
    return sum_ / (last_ - *first_).seconds();
  }

 private:
  static constexpr Duration kShortest = Duration::ms(500);
  std::optional<Timestamp> first_;
  Timestamp last_;
  double sum_ = 0;
};

}  // namespace jitterscope
