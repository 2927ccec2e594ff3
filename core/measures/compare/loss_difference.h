#pragma once
// Whether the shares lost of two stretches differ by more than chance: a studentised permutation test over blocks of
// time (Janssen 1997), which is exact for any number of losses where nothing changed.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/stats/interval95.h"

namespace jitterscope {

/// Units of which some were counted. A share may be of many such.
struct CountedUnits {
  double counted = 0, all = 0;
};

/// What was lost of what was due, cell by cell, in order of time. A cell may take counts back.
class LossSeries {
 public:
  struct Cell {
    double seconds = 0;
    CountedUnits units;
  };

  void add(const Cell& cell);
  /// Makes a series of units in order, each of which takes `seconds` and of which lost(i) says how much of the i-th was
  /// lost. A cell has `together` units or more: a period within which some places are lost more often than others, as
  /// the end of a picture is in a full queue.
  template <typename Lost>
  static LossSeries of_units(std::size_t units, double seconds, const Lost& lost, std::size_t together = 1) {
    constexpr std::size_t kMostCells = 8192;
    const std::size_t size = std::max((units + kMostCells - 1) / kMostCells, together);
    LossSeries series;
    for (std::size_t unit = 0; unit < units;) {
      Cell cell;
      for (const std::size_t end = unit + size; unit < end && unit < units; ++unit)
        cell.units.counted += lost(unit), ++cell.units.all, cell.seconds += seconds;
      series.add(cell);
    }
    return series;
  }

  const std::vector<Cell>& cells() const { return cells_; }
  double seconds() const { return seconds_; }
  const CountedUnits& sum() const { return sum_; }
  std::optional<double> share() const;  // 0 ... 1; absent: nothing was due

 private:
  std::vector<Cell> cells_;
  double seconds_ = 0;
  CountedUnits sum_;
};

struct LossDifference {
  /// 95 %, of after less before; absent: too few. It does not hold 0 if and only if the test says that the two differ.
  std::optional<Interval95> interval;
  double needed_s = 0;       // that each stretch must have for the blocks of the test, by these losses
  double correlation_s = 0;  // over which they hang together: the sum of their autocorrelations beyond the same cell
};
/// Both have units that were due. The same verdict for the same numbers, and the opposite interval the other way round.
LossDifference loss_difference(const LossSeries& before, const LossSeries& after);

}  // namespace jitterscope
