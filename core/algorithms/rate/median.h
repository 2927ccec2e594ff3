#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jitterscope {

/// The median of `values`, which are not empty and may be put in another order; of an even number the mean of the
/// middle two. For the few values of a group: only the lower half is sorted out.
inline double median_in_place(std::span<double> values) {
  const std::size_t half = values.size() / 2;
  for (std::size_t i = 0; i <= half; ++i) {
    double least = values[i];
    for (std::size_t j = i + 1; j < values.size(); ++j) {  // without a branch: their order is not to be foreseen
      const double value = values[j];
      values[j] = std::max(value, least);
      least = std::min(value, least);
    }
    values[i] = least;
  }
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

inline double median_of(std::vector<double> values) {
  return median_in_place(values);
}

}  // namespace jitterscope
