#pragma once
// What resamples of whole blocks of a series add up to, in several columns at once: a figure that is made from sums and
// counts comes from the same resample in all of its parts.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/stats/block_bootstrap.h"

namespace jitterscope {

/// Of units in order, in at most kMostGroups groups of as many on end, so that a resample costs the same however long
/// the series is. Units beyond the last whole group are left out.
class BlockSums {
 public:
  static constexpr std::size_t kMostGroups = 256;

  BlockSums(std::size_t units, std::size_t columns)
      : columns_(columns),
        size_(std::max<std::size_t>((units + kMostGroups - 1) / kMostGroups, 1)),
        groups_(units / size_),
        sums_((groups_ + 1) * columns, 0.0) {}

  /// In any order of units; none after add_up().
  void add(std::size_t unit, std::size_t column, double value = 1) {
    if (unit / size_ < groups_) sums_[(unit / size_ + 1) * columns_ + column] += value;
  }
  /// Once, before the first resample.
  void add_up() {
    for (std::size_t i = columns_; i < sums_.size(); ++i) sums_[i] += sums_[i - columns_];
  }

  std::size_t groups() const { return groups_; }
  std::size_t size() const { return size_; }  // units of a group
  std::size_t columns() const { return columns_; }
  /// Groups that hold a block of so many units; at most a `fewest`-th of all, at least one.
  std::size_t groups_of(std::size_t block_units, std::size_t fewest) const {
    return std::clamp<std::size_t>((block_units + size_ - 1) / size_, 1, std::max<std::size_t>(groups_ / fewest, 1));
  }

  /// Sums of `blocks` blocks of `length` groups, which begin where `starts` says.
  void resample(BlockStarts& starts, std::size_t length, std::size_t blocks, std::span<double> sums) const {
    std::ranges::fill(sums, 0.0);
    for (std::size_t block = 0; block < blocks; ++block) {
      const double* from = &sums_[starts.next() * columns_];
      const double* to = from + length * columns_;
      for (std::size_t column = 0; column < columns_; ++column) sums[column] += to[column] - from[column];
    }
  }

 private:
  std::size_t columns_, size_, groups_;
  std::vector<double> sums_;  // [groups before][column]
};

}  // namespace jitterscope
