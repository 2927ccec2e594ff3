#pragma once
// The transits of the last stretch of a stream, in bins.
#include <cstddef>
#include <deque>

#include "core/algorithms/playout/restart.h"
#include "core/base/units/time.h"
#include "core/measures/definitions/transit_bins.h"

namespace jitterscope {

/// Units not more than `length` older than the newest, at most 2^16. Begins anew with the sender's timestamps. Not
/// thread-safe; O(1) a unit, amortised.
class TransitWindow {
 public:
  explicit TransitWindow(Duration length) : length_(length) {}

  /// In order of arrival; transits of any origin.
  void add(Timestamp received, Duration transit) {
    if (!units_.empty()) {
      const Duration step = transit - (origin_ + units_.back().transit);
      if (timestamps_restarted(received - units_.back().received - step, step)) *this = TransitWindow(length_);
    }
    if (units_.empty()) origin_ = transit;
    units_.push_back({received, transit - origin_});
    bins_.add(units_.back().transit);
    for (; received - units_.front().received > length_ || units_.size() > kMost; units_.pop_front())
      bins_.remove(units_.front().transit);
  }
  const TransitBins& bins() const { return bins_; }

 private:
  static constexpr std::size_t kMost = 1 << 16;
  struct Unit {
    Timestamp received;
    Duration transit;  // less origin_
  };

  Duration length_, origin_;
  std::deque<Unit> units_;
  TransitBins bins_;
};

}  // namespace jitterscope
