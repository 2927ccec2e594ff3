#pragma once
// Exact percentiles: linear between the order statistics at (n - 1) p.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace jitterscope {

/// `sorted` ascending, p in [0, 1]; absent for an empty sample.
inline std::optional<double> percentile_of_sorted(std::span<const double> sorted, double p) {
  if (sorted.empty()) return std::nullopt;
  const double rank = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (rank - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace jitterscope
