#pragma once
// Amounts per second over all of a stream.
#include <algorithm>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// From the first thing counted to the last; when nothing has come since for more than kPause, to now. Any clock, one
/// clock.
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
  std::optional<double> per_second(Timestamp now) const {
    if (!first_ || last_ - *first_ < kShortest) return std::nullopt;
    return sum_ / ((now - last_ > kPause ? now : last_) - *first_).seconds();
  }

 private:
  static constexpr Duration kShortest = Duration::ms(500), kPause = Duration::seconds(1);
  std::optional<Timestamp> first_;
  Timestamp last_;
  double sum_ = 0;
};

}  // namespace jitterscope
