#pragma once
// 95 % intervals of the figures of one stretch, by its blocks: of a mean, and of figures that are none.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stats/block_sums.h"
#include "core/base/stats/interval95.h"
#include "core/base/stats/moments.h"
#include "core/measures/offline/intervals.h"

namespace jitterscope {

/// Independent units, as many as ten blocks of ten correlation times hold.
inline constexpr double kFewestForLoss = 10.0 * kFewestLongBlocks;

/// Absent: fewer than ten blocks of ten correlation times, or fewer values than that would tell as much if they were
/// independent. Else how many units a block must have.
std::optional<std::size_t> block_units(std::span<const double> series, double fewest_independent);

/// Of a mean: `offsets` = what each unit, in order, adds to it; what they themselves sum up to does not count. Absent:
/// too few, or a few units make the mean.
std::optional<Interval95> stretch_mean_interval(double mean, std::span<const double> offsets);

/// Resamples of a stretch by blocks: the same ones each time.
class Resamples {
 public:
  /// The sums outlive it.
  Resamples(const BlockSums& sums, std::size_t block_units)
      : sums_(sums), length_(sums.groups_of(block_units, kFewestLongBlocks)) {}

  /// Of each of figures(sums of a resample), a std::array, over resamples of a share of the blocks.
  template <typename Figures>
  auto variances(const Figures& figures, double share = 1) const {
    return variances_by(length_, share, figures);
  }

  /// The same, with what blocks miss: that which correlates across their ends (extrapolated from blocks of half the
  /// length), and that all are of one stretch.
  template <typename Figures>
  auto whole_variances(const Figures& figures) const {
    auto result = variances_by(length_, 1, figures);
    const auto half = length_ > 1 ? variances_by((length_ + 1) / 2, 1, figures) : result;
    const double left = 1 - static_cast<double>(length_) / static_cast<double>(sums_.groups());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::max(result[i], 2 * result[i] - half[i]) / left;
    return result;
  }

  /// By Student's t, with at most kMostDegrees of freedom.
  Interval95 interval(double value, double variance) const {
    const double degrees = 1.5 * static_cast<double>(sums_.groups()) / static_cast<double>(length_) - 1;
    const double off = student_975(std::min(degrees, kMostDegrees)) * std::sqrt(variance);
    return {value - off, value + off};
  }

 private:
  static constexpr int kDraws = 199;
  // A variance from so many draws, of a quantile that hangs on the few units around it, is known to about a third.
  static constexpr double kMostDegrees = 20;

  template <typename Figures>
  auto variances_by(std::size_t length, double share, const Figures& figures) const {
    const std::size_t whole_blocks = sums_.groups() / length;
    const auto blocks = static_cast<std::size_t>(static_cast<double>(whole_blocks) * share);
    BlockStarts starts(sums_.groups(), length);
    std::vector<double> sums(sums_.columns());
    decltype(figures(std::span<const double>())) result;
    std::vector<Moments> drawn(result.size());
    for (int draw = 0; draw < kDraws; ++draw) {
      sums_.resample(starts, length, std::max<std::size_t>(blocks, 1), sums);
      const auto values = figures(std::span<const double>(sums));
      for (std::size_t i = 0; i < values.size(); ++i) drawn[i].add(values[i]);
    }
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = *drawn[i].variance();
    return result;
  }

  const BlockSums& sums_;
  std::size_t length_;  // of a block, groups
};

}  // namespace jitterscope
