#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace jitterscope {

/// The `count` highest of the values, which must be as many, ascending. O(n) for a fixed share. Of many values only
/// those above a quantile of a sample of them are sorted, where they are enough.
std::vector<double> highest_values(std::span<const double> values, std::size_t count);

}  // namespace jitterscope
