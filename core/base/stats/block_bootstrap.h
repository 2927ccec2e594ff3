#pragma once
// How far the mean of a correlated series may be off: a moving block bootstrap with a fixed seed (Künsch 1989), over
// group sums, so that its cost does not grow with the series.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stats/interval95.h"

namespace jitterscope {

/// Sums of groups of as many values each, at most kMostGroups of them: what the bootstrap draws its blocks from. Values
/// beyond the last whole group are left out.
class GroupSums {
 public:
  static constexpr std::size_t kMostGroups = 4096;
  /// Of a series of n values, of which value_of(i) is the i-th; it is asked for them in order.
  template <typename ValueOf>
  GroupSums(std::size_t n, const ValueOf& value_of)
      : size_(std::max<std::size_t>((n + kMostGroups - 1) / kMostGroups, 1)), sums_(n / size_) {
    std::size_t i = 0;
    for (double& sum : sums_)
      for (const std::size_t end = i + size_; i < end; ++i) sum += value_of(i);
  }
  std::span<const double> sums() const { return sums_; }
  std::size_t size() const { return size_; }  // values of a group

 private:
  std::size_t size_;
  std::vector<double> sums_;
};

/// What blocks say of a mean.
struct BlockSpread {
  double effective_n = 0;  // values that would tell as much if they were independent, at most as many as there are
  double variance = 0;     // of the mean
  double degrees = 0;      // of freedom that the variance was estimated with
  std::size_t length = 0;  // of a block, groups
  double blocks = 0;       // that would be long enough: fewer than there are where `length` is cut to the series
};

/// `variance_of_values` with n - 1; blocks of at least `shortest` groups. Absent with fewer than 20 groups.
std::optional<BlockSpread> block_spread(const GroupSums&, double variance_of_values, std::size_t shortest = 2);

/// 97.5 % point of Student's t.
double student_975(double degrees);

/// 95 % interval of a mean (bootstrap-t). The spread is block_spread() of the same groups. Absent: a few values
/// dominate the variance, so that the points of t are far beyond Student's.
std::optional<Interval95> mean_interval(double mean, const GroupSums&, const BlockSpread&);
/// 95 % interval of a share p (Wilson's, of n independent values).
Interval95 share_interval(double p, double n, double degrees);

/// Where blocks of a resample begin: `blocks` starts of blocks of `length` groups, of `groups`. The same seed for the
/// same sizes.
class BlockStarts {
 public:
  BlockStarts(std::size_t groups, std::size_t length) : span_(groups - length + 1) {}
  std::size_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state_ >> 32) * span_ >> 32);
  }

 private:
  std::uint64_t state_ = 0x6a17ed5c09e5eedu, span_;
};

}  // namespace jitterscope
