#pragma once
// A distribution in bins of 0.01 ms as panels draw it.
#include <vector>

#include "core/base/stats/bin_counts.h"
#include "core/measures/views/measures_view.h"

namespace jitterscope {

/// Equal bins, 1, 2 or 5 · 10^k of the finest wide, from the one with the smallest to the one with the greatest value;
/// at most 200. The counts add up to the sample. Empty for no values.
std::vector<HistogramBin> linear_histogram(const BinCounts&);

/// Twenty bins a decade where the finest allow it, edges whole multiples of the finest; the first begins at 0 and takes
/// what is negative. At most 200.
std::vector<HistogramBin> logarithmic_histogram(const BinCounts&);

/// {value ms, percent not longer}, ascending, from {min, 0} to {max, 100}; a corner a bin, thinned to at most 500.
std::vector<CurvePoint> cumulative_distribution(const BinCounts&, double min_ms, double max_ms);

}  // namespace jitterscope
