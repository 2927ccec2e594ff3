#pragma once
// A distribution as counts between levels, of which resamples of blocks have a percentile or an optimum of the
// compensation curve.
#include <span>
#include <vector>

#include "core/base/stats/block_sums.h"

namespace jitterscope {

/// Of values in order of time. The levels are quantiles of a sample of them, closer together the higher they are.
class LevelCounts {
 public:
  /// `more` = further levels. Values, ms; not empty. O(n log levels).
  explicit LevelCounts(std::span<const double> values, std::span<const double> more = {});

  const BlockSums& sums() const { return sums_; }
  /// Of counts, as sums() has them: linear between the levels.
  double percentile(std::span<const double> counts, double p) const;
  /// The lowest level that a value does not lie above.
  double minimum(std::span<const double> counts) const;
  /// The buffer at the optimum of the compensation curve, ms: a level less `reference`.
  double optimum(std::span<const double> counts, double reference) const;

 private:
  std::vector<double> levels_;  // ascending
  BlockSums sums_;              // column k: values up to level k that lie above the one before; the last: above all
};

}  // namespace jitterscope
