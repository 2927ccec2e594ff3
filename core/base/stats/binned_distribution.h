#pragma once
// A distribution of any length in bounded memory, for whole-call percentiles.
#include <optional>

#include "core/base/stats/bin_counts.h"
#include "core/base/stats/moments.h"

namespace jitterscope {

/// Durations (negative ones too) in bins of 0.01 ms. Count, mean, stddev, min and max are exact; percentiles follow
/// percentiles.h within one bin. Memory as BinCounts. O(log pages) a value.
class BinnedDistribution {
 public:
  BinnedDistribution() = default;
  /// Bins of another width, above 0.
  explicit BinnedDistribution(Duration bin) : bins_(bin) {}
  void add(Duration value) {
    moments_.add(value.ms());
    bins_.add(value);
  }
  const Moments& moments_ms() const { return moments_; }
  std::optional<double> percentile_ms(double p) const {
    if (moments_.count() == 0) return std::nullopt;
    return bins_.percentile_ms(p, *moments_.min(), *moments_.max());
  }
  const BinCounts& bins() const { return bins_; }

 private:
  Moments moments_;
  BinCounts bins_;
};

}  // namespace jitterscope
