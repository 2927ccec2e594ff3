#pragma once
// The cells of a lab: every combination of its factors' levels, in several repetitions.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

/// Something in which the cells of a lab differ, and the values it takes, in the order in which they are shown.
struct LabFactor {
  std::string name;
  std::vector<std::string> levels;
};

/// One measurement. It depends on nothing but the lab's run, its levels and its seed.
struct LabCell {
  std::vector<std::pair<std::string, std::string>> levels = {};  // factor and level, in the order of the factors
  int repetition = 1;                                            // from 1
  /// Of everything that is drawn in it: cells of one repetition share it, so that they can be compared in pairs.
  std::uint64_t seed = 0;

  /// The factor is one of the design's.
  const std::string& level(std::string_view factor) const;
  double number(std::string_view factor) const;
  /// "strategy=A,load=800,repetition=3": no two cells of a design have the same.
  std::string key() const;
  bool operator==(const LabCell&) const = default;
};

struct LabDesign {
  std::vector<LabFactor> factors;
  int repetitions = 1;
  std::function<bool(const LabCell&)> has = {};  // whether a combination belongs to it; no function: all do
};

/// All cells, sorted by repetition, then by the factors' levels in their order. The seed of a cell is `seed` and its
/// repetition less one.
std::vector<LabCell> cells_of(const LabDesign& design, std::uint64_t seed);
/// The same cells in the order in which they are run: that of a repetition is drawn by the seed, so that what changes
/// on the machine meanwhile spreads over all levels, and what is left of a run that was stopped is whole repetitions.
std::vector<LabCell> in_drawn_order(std::vector<LabCell> cells, std::uint64_t seed);

/// Numbers as levels, with as many digits as they need.
std::vector<std::string> levels_of(const std::vector<double>& numbers);

}  // namespace jitterscope
