#pragma once
#include <cstddef>
#include <vector>

namespace jitterscope::doctor {

/// Of sorted samples, at least one: the one that `share` (0 … 1) of them do not exceed.
inline double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace jitterscope::doctor
