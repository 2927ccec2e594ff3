#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jitterscope {

/// The median of `values`, which are not empty and are put in another order; of an even number the mean of the middle
/// two.
inline double middle_in_place(std::span<double> values) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return values.size() % 2 == 1 ? *at : (*std::max_element(values.begin(), at) + *at) / 2;
}

inline double middle(std::vector<double> values) {
  return middle_in_place(values);
}

}  // namespace jitterscope
