#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jitterscope {

/// The median of `values`, which are not empty and are put in order; of an even number the mean of the middle two. For
/// the few values of a group.
inline double middle_in_place(std::span<double> values) {
  for (std::size_t i = 1; i < values.size(); ++i) {  // quicker than a general sort: groups have about ten
    const double value = values[i];
    std::size_t at = i;
    for (; at > 0 && values[at - 1] > value; --at) values[at] = values[at - 1];
    values[at] = value;
  }
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

inline double middle(std::vector<double> values) {
  return middle_in_place(values);
}

}  // namespace jitterscope
