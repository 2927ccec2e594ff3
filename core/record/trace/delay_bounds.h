#pragma once
// How far the one-way delays of a call may be wrong over its time, from what its trace tells of the clocks.
#include <vector>

#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

struct ClockSynced;

class DelayBounds {
 public:
  /// In order of time. One that tells of a jump widens the bounds of the stretch in which nobody noticed it.
  void add(const ClockSynced&);
  std::vector<DelayBound> list() const;
  /// How the clocks of the two ends stand to each other: kUnknown until delays were known once.
  ClockRelation relation() const { return relation_; }

 private:
  /// The bound was at least so wide from `since` until it was noticed.
  struct Doubt {
    Timestamp since, until;
    double bound_ms = 0;
  };
  std::vector<DelayBound> said_;
  std::vector<Doubt> doubts_;
  ClockRelation relation_ = ClockRelation::kUnknown;
};

}  // namespace jitterscope
