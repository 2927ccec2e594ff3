#pragma once
// A spike of the delay that comes back (crowcroft92 §4: 100 ms, and 1 s each ten seconds), found in its
// autocorrelation.
#include <optional>
#include <span>
#include <vector>

#include "core/measures/views/measures_view.h"

namespace jitterscope {

/// Sample autocorrelation r_k = Σ(x_i − x̄)(x_{i+k} − x̄) / Σ(x_i − x̄)² for k = 0 … most_lag; empty where it is not
/// defined (fewer than two values, or all the same).
std::vector<double> autocorrelation(std::span<const double> values, std::size_t most_lag);

/// `highest` = the highest delay of each slot of `slot_s` seconds, ms. A spike stands out from the median by more than
/// half of the range and by more than five median deviations. At least four of them, and three quarters of their
/// spacings within a tenth (or two slots) of the median one, which is the period; its strength is the highest
/// autocorrelation there.
std::optional<PeriodicSpike> find_periodic_spike(std::span<const double> highest, double slot_s);

}  // namespace jitterscope
