#pragma once
// How losses come together: RFC 3611 §4.7.2's bursts and gaps, and G.107's burst ratio. One unit at a time, O(1)
// memory.
#include <cstdint>
#include <optional>

#include "core/measures/views/loss_burst_figures.h"

namespace jitterscope {

/// Units in their order, each once. A burst begins and ends with a lost unit and has no Gmin played ones on end inside;
/// a loss that stands alone, with Gmin or more played units on either side, belongs to a gap (RFC 3611 §4.7.2, A.1).
/// Before the first and after the last unit all are taken to be played.
class LossBurstCounter {
 public:
  static constexpr std::int64_t kGmin = 16;

  /// `count` units of one kind on end.
  void add(bool lost, std::int64_t count = 1);
  /// Absent: no unit was added. `period_ms` = of units.
  std::optional<LossBursts> figures(std::optional<double> period_ms) const;

 private:
  struct Bursts {
    std::int64_t count = 0, units = 0, gaps = 0;  // gaps = that are not empty, before each burst
    std::int64_t end = 0;                         // number of the unit after the last burst
  };
  void end_cluster(Bursts&) const;

  std::int64_t units_ = 0, lost_ = 0, runs_ = 0;                         // runs = of units lost on end
  std::int64_t played_on_end_ = kGmin;                                   // since the last loss
  std::int64_t cluster_begin_ = 0, cluster_end_ = 0, cluster_lost_ = 0;  // losses that are, or could become, a burst
  Bursts ended_;
};

}  // namespace jitterscope
