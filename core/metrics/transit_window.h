#pragma once
// The transits of the last stretch of a stream, in bins.
#include <deque>
#include <optional>
#include <utility>

#include "core/metrics/transit_bins.h"
#include "core/units/time.h"

namespace jitterscope {

/// Units not more than `length` older than the newest. A transit a second off the one before begins anew: the sender's
/// timestamps did. Not thread-safe; O(1) a unit, amortised.
class TransitWindow {
 public:
  explicit TransitWindow(Duration length) : length_(length) {}

  /// In order of arrival; transits of any origin.
  void add(Timestamp received, Duration transit) {
    if (!units_.empty() && is_jump(origin_ + units_.back().second, transit)) *this = TransitWindow(length_);
    if (units_.empty()) origin_ = transit;
    units_.emplace_back(received, transit - origin_);
    bins_.add(units_.back().second);
    for (; received - units_.front().first > length_; units_.pop_front()) bins_.remove(units_.front().second);
  }
  const TransitBins& bins() const { return bins_; }

 private:
  static bool is_jump(Duration one, Duration other) {
    return one - other >= Duration::seconds(1) || other - one >= Duration::seconds(1);
  }

  Duration length_, origin_;
  std::deque<std::pair<Timestamp, Duration>> units_;
  TransitBins bins_;
};

}  // namespace jitterscope
