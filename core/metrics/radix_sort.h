#pragma once
// Sorting of many durations: their range is small beside 2^64, so a few passes over 11 bits each do it.
#include <vector>

#include "core/units/time.h"

namespace jitterscope {

/// Ascending. Extra memory as large as the input. Values must lie within 2^63 ns of each other.
void radix_sort(std::vector<Duration>&);

}  // namespace jitterscope
