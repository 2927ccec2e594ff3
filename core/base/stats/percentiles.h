#pragma once
// Exact percentiles: linear between the order statistics at (n - 1) p.
#include <algorithm>
#include <array>
#include <cmath>
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

/// The same of values in any order, which are reordered: quicker than sorting them for a few percentiles, at ascending
/// `p`. Each looks only above the one before. Not of an empty sample.
template <std::size_t N>
std::array<double, N> percentiles_by_selection(std::span<double> values, const std::array<double, N>& p) {
  std::array<double, N> result{};
  auto from = values.begin();
  for (std::size_t i = 0; i < N; ++i) {
    const double rank = static_cast<double>(values.size() - 1) * p[i];
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(from, below, values.end());
    const double above = below + 1 == values.end() ? *below : *std::min_element(below + 1, values.end());
    result[i] = *below + (rank - std::floor(rank)) * (above - *below);
    from = below;
  }
  return result;
}

/// One of them; absent for an empty sample.
inline std::optional<double> percentile_by_selection(std::span<double> values, double p) {
  return values.empty() ? std::nullopt : std::optional(percentiles_by_selection(values, std::array{p})[0]);
}

}  // namespace jitterscope
